"""Reading orders: lines joined, taken one by one, and explained where they cannot be taken; a rule set says what
they mean."""
