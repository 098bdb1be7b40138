"""The order language: read, written, explained, offered."""
