"""Who sits where, and what players settle among themselves while a battle runs."""
