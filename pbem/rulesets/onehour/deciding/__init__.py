"""What is answered for a player who is not asked: turns let pass, and silence."""
