"""Campaign files: read, checked, every fault with its place."""
