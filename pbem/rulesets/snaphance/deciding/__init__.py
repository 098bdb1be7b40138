"""What is answered for a seat: by its standing orders, its pace, its silence (the catalogue's section 5)."""
