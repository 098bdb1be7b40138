"""The order language: read, judged by what plays, written back, explained, offered."""
