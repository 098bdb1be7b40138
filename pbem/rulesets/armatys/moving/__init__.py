"""Places and moves."""
