"""Moves, turns and charges on the table, and the ground under them."""
