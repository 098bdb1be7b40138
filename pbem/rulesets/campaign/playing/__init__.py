"""A half-day, step by step (CA-2 and the order of its eight steps)."""
