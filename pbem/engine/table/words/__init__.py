"""Words of orders on a table in inches: lengths, angles, spots, ground by name, units and squares by their codes."""
