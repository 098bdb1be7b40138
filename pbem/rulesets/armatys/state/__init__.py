"""What a battle is."""
