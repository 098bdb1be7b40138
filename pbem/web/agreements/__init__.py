"""What players settle with one another."""
