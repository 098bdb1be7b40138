"""The sequence of play and its steps."""
