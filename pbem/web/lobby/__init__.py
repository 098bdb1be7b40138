"""Games that are made and joined, and the battles there are."""
