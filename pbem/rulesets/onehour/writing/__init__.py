"""How orders are written: the verb table, their canonical text, words for things of a battle."""
