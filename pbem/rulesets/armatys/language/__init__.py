"""How orders are written, read and offered."""
