"""Armies: prices, what a unit may be, army list files."""
