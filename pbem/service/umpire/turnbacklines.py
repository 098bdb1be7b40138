"""The game turned back in a mail of the umpire's: the event, the dice, the answers, perhaps a ruling."""

import re

import msgspec

from pbem.engine.ids import GameId
from pbem.engine.wording import listed
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.service.umpire.becauselines import OnlyShown, reason_in
from pbem.service.umpire.rights import need_umpire
from pbem.service.umpire.rulings import rulings_after
from pbem.service.umpire.saying import ruling_in
from pbem.service.umpire.turnback import NoTurningBack, PastEvent, past_turns, turn_back
from pbem.store.tables import PlayerId

_LINE = re.compile(
    r"turn\s+(?:the\s+game\s+)?back(?:\s+to\s+(?:event\s+)?(?P<no>\d{1,4}(?:\.\d{1,4})?))?"
    r"(?P<more>(?:\s*,\s*(?:same\s+dice|fresh\s+dice|ask\s+anew))*)", re.IGNORECASE,
)  # fmt: skip

HOW = ("turn back to 4.2", "turn back to 4.2, fresh dice, ask anew")
"""Every line there is, with an example."""

SHOWN = 40
"""Events that are listed, the latest."""


class TurnBackWord(msgspec.Struct, frozen=True, kw_only=True):
    """What a mail says of turning back."""

    no: str
    """The event after which the game goes on (``4.2``); ``4`` or ``4.0`` for how the turn began, '' for none named."""
    fresh: bool
    """Whether dice are fresh ones."""
    keep: bool
    """Whether answers given since are given again."""
    ruling: str
    """Lines of a ruling that counts from there."""
    reason: str


def turn_back_line_in(text: str) -> TurnBackWord | None:
    """What a mail says of turning back, in its first line; None where that is about something else."""
    first, _newline, rest = text.strip().partition("\n")
    found = _LINE.fullmatch(first.strip().rstrip(".!"))
    if found is None:
        return None
    more, ruling = " ".join(found["more"].casefold().split()), ruling_in(rest)
    return TurnBackWord(
        no=found["no"] or "", fresh="fresh" in more, keep="anew" not in more, ruling=ruling.text if ruling else "",
        reason=reason_in(rest),
    )  # fmt: skip


def do_turn_back_line(services: Services, game: GameId, word: TurnBackWord, by: PlayerId) -> str:
    """Turn the game back; what was done, in a sentence.  Without a reason it is only told what would be done.

    Raises NoTurningBack, NotUmpire, UnknownGame.
    """
    work = open_game(services, game)
    need_umpire(work, by)
    if work.desk.seed:
        raise NoTurningBack("the dice seed has been published with the end; a finished game is not turned back")
    event = _event(work, word.no)
    dice = "fresh" if word.fresh else "same"
    where = f"after event {event.no}{f' ({event.text})' if event.text else ', as the turn began'}"
    how = f"with {dice} dice, {'answers kept' if word.keep else 'all asked anew'}"
    lost = rulings_after(work, event.seq)
    falls = f" Rulings that count no longer: {listed([str(one) for one in lost])}." if lost else ""
    if not word.reason:
        return OnlyShown(
            f"The game would go on {where} {how}.{falls} Nothing is changed yet: send the line again with a line such "
            "as because a die was read wrongly; every player reads it."
        )
    turn_back(services, game, event.seq, "fresh" if word.fresh else "same", word.reason, by, keep=word.keep,
              head=work.last_seq, ruling=word.ruling)  # fmt: skip
    return f"The game goes on {where} {how}; every player has been told.{falls}"


def _event(work: Work, no: str) -> PastEvent:
    """The event that is named.  Raises NoTurningBack, with those that there are, for none."""
    events = [event for turn in reversed(past_turns(work)) for event in turn.events]
    wanted = no if "." in no else f"{no}.0"
    found = next((one for one in events if one.no == wanted), None)
    if found is None:
        there = "; ".join(f"{one.no} {one.text or 'as the turn began'}" for one in events[-SHOWN:])
        why = f"there is no event {no}" if no else "say to which event"
        raise NoTurningBack(f"{why}. The latest: {there}")
    return found
