"""Several commanders a side: how they are asked, heard, told, and what they settle."""
