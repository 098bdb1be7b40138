"""Rules and help."""
