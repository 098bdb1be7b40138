"""From a cleaned line to one the grammar of inches reads: marks of inches and degrees, spots, other words."""

import re

_FRACTIONS = {"1\u20444": ".25", "1\u20442": ".5", "3\u20444": ".75"}
_FRACTION = re.compile(r"(?:(\d+) ?)?([13]\u2044[24])(?!\d)")
"""What is left of a half: cleaning makes ``41\u20442`` of four and a half written with one sign."""
_BY_HAND = re.compile(r"(?<![\w.,/])(\d+ )?([13])/([24])(?![\w.,/])")
"""The same written out: ``4 1/2``, which is no spot."""
_INCHES = re.compile(r"(?<=\d) ?(?:\"|''|inches|inch|ins|in)(?![\w\"'])")
_DEGREES = re.compile(r"(?<=\d) ?(?:\u00b0|\u030a|degrees|degree|degs|deg|o(?!'))(?![\w])")
_NUMBER = r"-?\d{1,5}(?:\.\d+)?"
_IN_BRACKETS = rf"(?<!\w)\( ?({_NUMBER})\"? ?[,/; ] ?({_NUMBER})\"? ?\)"
_BARE = rf"(?<![\w.,/])({_NUMBER})\"? ?[,/] ?({_NUMBER})\"?"
_SPOT = re.compile(rf"(?:{_IN_BRACKETS}|{_BARE})(?![\w.\"\u00b0])")
_NUMBERS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_IN_WORDS = {**{word: str(number) for number, word in enumerate(_NUMBERS, 1)}, "thirty": "30", "forty": "40",
             "forty-five": "45", "sixty": "60", "ninety": "90"}  # fmt: skip
_BEFORE_NUMBERS = "forward|right|left|by|most|within|beyond|keep|back|pivot|face|to|road"
_NUMBER_WORD = re.compile(rf"(?<![\w-])({_BEFORE_NUMBERS}) ({'|'.join(_IN_WORDS)})(?![\w-])")
_WINDS = {"n": "north", "ne": "northeast", "e": "east", "se": "southeast", "s": "south", "sw": "southwest", "w": "west",
          "nw": "northwest"}  # fmt: skip
_WIND = re.compile(rf"(?<![\w-])(face|facing) ({'|'.join(_WINDS)})(?![\w-])")
_SAME: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?<![\w'@-])(?:{old})(?![\w'-])"), new)
    for old, new in (
        (r"straight on", "forward"),
        (r"(?:go|move|march|head|ride)(?= (?:towards?|to|into|onto|along|by|up|on)(?!\w))", ""),
        (r"towards", "toward"),
        (r"rt|rightwards", "right"),
        (r"lt|leftwards", "left"),
        (r"infantry's", "infantry"),
        (r"(?<=^standing )orders?:|(?<=^standing )orders", ""),
        (r"clockwise", "right"),
        (r"anti-?clockwise|counter-?clockwise", "left"),
    )
)


def tidied(text: str) -> str:
    """A cleaned line (``engine.lines.clean``) with lengths as ``4"``, angles as ``30\u00b0``, spots as ``24,18``.

    A number without a mark stays without: what it measures is said by the word before it.
    """
    text = _BY_HAND.sub(lambda found: f"{found[1] or ''}{found[2]}\u2044{found[3]}", text)
    text = _FRACTION.sub(lambda found: f"{found[1] or '0'}{_FRACTIONS[found[2]]}", text.replace("@", " "))
    text = _NUMBER_WORD.sub(lambda found: f"{found[1]} {_IN_WORDS[found[2]]}", text)
    text = _WIND.sub(lambda found: f"{found[1]} {_WINDS[found[2]]}", text)
    text = _INCHES.sub('"', text)
    text = _DEGREES.sub("\u00b0", text)
    text = _SPOT.sub(lambda found: f"{found[1] or found[3]},{found[2] or found[4]}", text)
    for old, new in _SAME:
        text = old.sub(new, text)
    return " ".join(text.split())
