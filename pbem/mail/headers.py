"""The headers of a mail that came in, read line by line in linear time, whatever is in them; this never raises."""

import re

import msgspec

LONGEST_HEAD = 64 * 1024
LONGEST_FIELD = 8 * 1024
"""What is looked at of one header."""

WHERE = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-gm-original-to", "x-envelope-to")
"""Headers that say where a mail went."""

_END = re.compile(rb"\r?\n[ \t]*\r?\n")
_FIELD = re.compile(r"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)
IDS = re.compile(r"<[^\s<>@]{1,200}@[^\s<>@]{1,200}>")


class Headers(msgspec.Struct, frozen=True):
    """Headers in order: names in lower case, values unfolded, undecoded."""

    fields: tuple[tuple[str, str], ...]

    def all(self, *names: str) -> tuple[str, ...]:
        """The values of every header of these names, topmost first."""
        return tuple(value for name, value in self.fields if name in names)

    def first(self, name: str) -> str:
        """The topmost value, '' for none."""
        return next(iter(self.all(name)), "")

    def ids(self, *names: str) -> tuple[str, ...]:
        """The Message-IDs in these headers, as written."""
        return tuple(dict.fromkeys(one for value in self.all(*names) for one in IDS.findall(value)))


def split(raw: bytes) -> tuple[bytes, bytes]:
    """Head and body."""
    found = _END.search(raw[: LONGEST_HEAD + 4])
    return (raw[: found.start()], raw[found.end() :]) if found else (raw[:LONGEST_HEAD], raw[LONGEST_HEAD:])


def headers(raw: bytes) -> Headers:
    """The headers of a raw mail; a line that is none ends them."""
    fields: list[list[str]] = []
    text = split(raw)[0].decode("utf-8", "replace")
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text)):
        if line[:1] in {" ", "\t"} and fields:
            fields[-1].append(line.strip())
            continue
        found = _FIELD.fullmatch(line)
        if found:
            fields.append([found[1].lower(), found[2].strip()])
        elif not (number == 0 and line.startswith("From ")):  # a line of an mbox file
            break
    return Headers(tuple((name, " ".join(value)[:LONGEST_FIELD]) for name, *value in fields))
