"""The language of an umpire's rulings: rows that all rule sets share, and rows that a rule set adds."""
