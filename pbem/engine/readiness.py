"""Whether a line says that its writer's orders are final: the word ``ready``, plainly, with whatever politeness.

``Ready, thanks!``, ``I am ready.`` and ``No changes, ready`` do; a question, a condition, a promise or a word about
another seat does not.
"""

import re
from typing import Literal

MOST_WORDS = 12
"""Words of a line that says no more than that."""

_READY = re.compile(r"\bready\b")
_SPLIT = re.compile(r"[^\w']+")
_BUT = re.compile(
    r"[?]|\bnot\b|n't\b|\b(?:never|no longer|almost|nearly|soon|later|tomorrow|tonight|when|whenever|if|until|till|"
    r"unless|once|before|by the time|will|shall|would|could|should|might|may|get|getting|want|wait|give|make|stand|"
    r"hardly|far from|anything but|line|lines|word|write|own|un|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b|"
    r"'ll\b|'d\b|\b[a-z]{1,3}[0-9]{1,4}\b"
)
"""What makes a line say something else."""
_SELF = frozenset(
    {
        *("i", "am", "i'm", "im", "we", "are", "we're", "my", "our", "us", "me", "orders", "order", "side", "side's"),
        *(
            "all",
            "everything",
            "everything's",
            "nothing",
            "no",
            "changes",
            "change",
            "to",
            "add",
            "more",
            "done",
            "set",
        ),
        *("yes", "yep", "yeah", "ok", "okay", "okey", "fine", "good", "great", "perfect", "cool", "sure", "well", "by"),
        *("please", "thanks", "hi", "hello", "dear", "go", "ahead", "and", "so", "then", "now", "also", "still"),
        *("again", "here", "is", "it's", "it", "that's", "from", "for", "with", "this", "the", "turn", "round", "as"),
        *("before", "happy", "set"),
    }
)
"""Words before it that leave it plain: of the writer, of their orders, of politeness."""
_BEGINS = re.compile(r"ready\s*[!.;:]+\s")
"""A sentence of its own, whatever is said after it."""
_NOT_YET = re.compile(r"(?:(?:i am|i'm|im|we are|we're|sorry|no) )?not (?:quite )?ready(?: yet| now| at all)?")


def readiness(text: str) -> Literal["ready", "not ready"] | None:
    """What a cleaned line says of its writer's orders; None when it says nothing of it plainly."""
    words = [word for word in _SPLIT.split(text.replace("thank you", "thanks")) if word]
    plain = " ".join(words)
    if len(words) > MOST_WORDS or "ready" not in words:
        return None
    if _NOT_YET.fullmatch(plain) and "?" not in text:
        return "not ready"
    if "?" not in text and _BEGINS.match(text):
        return "ready"
    if _BUT.search(text):
        return None
    before = words[: words.index("ready")]
    return "ready" if _SELF.issuperset(before) else None


def speaks_of_ready(text: str) -> bool:
    """Whether a line has the word, however it is meant."""
    return _READY.search(text.casefold()) is not None
