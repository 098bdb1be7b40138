"""A draft tried over and over on what its seat can see."""
