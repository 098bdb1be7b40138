"""What a seat is told and shown."""
