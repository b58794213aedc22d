"""HTTP servers on loopback."""
