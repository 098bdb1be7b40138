"""Arguments of the form NAME=VALUE."""

import click


def pair(text: str, example: str) -> tuple[str, str]:
    """Name and value.  example: a good one, for the message.  Raises click.UsageError."""
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise click.UsageError(f"{text!r} is not understood; write it as {example}")
    return name, value
