"""The order sheet as lines: read, judged, written, offered (CA-4)."""
