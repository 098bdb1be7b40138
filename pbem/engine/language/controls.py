"""What the controls of a text come to, taken together."""

from collections.abc import Sequence

from pbem.engine.language.lines import OrderLine
from pbem.engine.orders import Control, Problem

_CONTRARY: tuple[tuple[Control, Control], ...] = (("ready", "not ready"), ("ready", "withdraw"))


def settled_controls(
    found: Sequence[tuple[OrderLine, Control]], *, orders: bool
) -> tuple[tuple[Control, ...], list[Problem]]:
    """The controls of a text, each once; of two that contradict one another neither.  orders: the text gives some."""
    words = tuple(dict.fromkeys(word for _, word in found))
    for one, other in _CONTRARY:
        if one in words and other in words:
            line = next(line for line, word in reversed(found) if word in (one, other))
            problem = Problem(
                line=line.number, quote=line.quote, kind="two orders",
                reason=f'one line says "{one}", another "{other}"', consequence="Neither is taken.",
                suggestions=(one, other),
            )  # fmt: skip
            return tuple(word for word in words if word not in (one, other)), [problem]
    if "withdraw" in words and orders:
        line = next(line for line, word in found if word == "withdraw")
        problem = Problem(
            line=line.number, quote=line.quote, kind="ambiguous",
            reason="this line takes all orders back, and other lines give orders",
            consequence="The orders are taken; nothing is withdrawn. To take back all, send this one word alone.",
        )  # fmt: skip
        return tuple(word for word in words if word != "withdraw"), [problem]
    return words, []
