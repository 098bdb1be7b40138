"""Reports: a sentence a fact, the table of troops, the map."""
