"""Tables in inches.  Board units are sheet units from the table's north-west corner; y grows to the south."""
