"""What may be looked at of a battle afterwards: event by event, its dice, its files."""
