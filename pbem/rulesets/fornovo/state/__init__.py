"""Units, generals, ground and the battle they make."""
