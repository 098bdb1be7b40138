"""Texts as they come from forms and programs, made fit to be read as lines."""


def lines_of(text: str) -> str:
    """A text with its lines ended one way, without what no line can hold."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in text if c in "\n\t" or c >= " ")
