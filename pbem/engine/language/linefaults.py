"""Why a line of orders is not taken, and what might be written instead."""

from pbem.engine.ids import RuleId
from pbem.engine.orders import ProblemKind


class Fault(Exception):
    """Why a line is not taken.

    about: the code it was for.  fixes: (word of the line, word that would do).  offers: whole lines that might do.
    sure: lines in canonical text that have been judged, and would be taken.
    """

    def __init__(
        self,
        kind: ProblemKind,
        reason: str,
        *,
        rules: tuple[RuleId, ...] = (),
        about: str = "",
        fixes: tuple[tuple[str, str], ...] = (),
        offers: tuple[str, ...] = (),
        sure: tuple[str, ...] = (),
    ) -> None:
        """reason: one sentence for the player."""
        super().__init__(reason)
        self.kind, self.reason, self.rules, self.about = kind, reason, rules, about
        self.fixes, self.offers, self.sure = fixes, offers, sure


def unknown(reason: str, written: str, near: str | None, about: str = "") -> Fault:
    """A word that means nothing here, and the one that was probably meant."""
    return Fault("not readable", reason, about=about, fixes=((written, near),) if near else ())
