"""Alignment of large inputs: the same steps as for small ones, on lists of candidate pairs instead of matrices."""
