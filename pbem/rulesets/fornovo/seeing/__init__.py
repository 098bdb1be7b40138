"""Hidden units: who is in sight, what the sides notice, what a seat learns of what happens."""
