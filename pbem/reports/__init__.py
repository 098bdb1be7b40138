"""What a seat gets to read and look at: reports, maps, and the words for both.  Built only from a seat's cut view."""
