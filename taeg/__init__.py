"""TAEG: one chronological narrative out of many accounts, every sentence traced to who said it."""
