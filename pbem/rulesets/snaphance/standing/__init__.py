"""Standing orders: the decisions they are about, their conditions, those in force, whom and what they mean."""
