"""Standing orders: those in force, and what a unit does by them or by default."""
