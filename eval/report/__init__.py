"""Evaluation reports: tables, plots and their machine-readable form."""
