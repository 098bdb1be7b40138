"""The special rules of scenarios: what each says of a battle, and its words."""
