"""The order language: read, judged, explained, offered."""
