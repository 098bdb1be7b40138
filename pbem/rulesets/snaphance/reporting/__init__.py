"""What a seat is told: reports, maps, briefs."""
