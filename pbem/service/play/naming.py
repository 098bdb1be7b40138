"""What a game is called where several are told apart: its battle, rules, sides and turn."""

import msgspec

from pbem.engine.ids import Seat
from pbem.service.model.gamepage import GamePage, Party
from pbem.service.play.pages import parties
from pbem.service.play.work import Work


class GameName(msgspec.Struct, frozen=True):
    """What pages call a game."""

    title: str
    """Title of its battle."""

    rules: str
    """Title of the rule set."""

    sides: str
    """``South against Bob Barlow``; for an onlooker ``Ann Aldous against Bob Barlow``."""

    turn: str
    """The present turn, ``round 3``."""

    @property
    def besides(self) -> str:
        """All but the title: ``Rules · South against Bob Barlow · round 3``."""
        return " · ".join(filter(None, (self.rules, self.sides, self.turn)))

    def at(self, turn: str) -> "GameName":
        """The same, of another turn."""
        return msgspec.structs.replace(self, turn=turn)

    @property
    def whole(self) -> str:
        """``Harrow Down · Rules · South against Bob Barlow · round 3``."""
        return f"{self.title} · {self.besides}"


def name_of(work: Work, seat: Seat | None) -> GameName:
    """A game's, for a seat (None: a looker-on)."""
    who = parties(work, seat or Seat(""))
    view = work.view(seat) if seat else work.battle
    return GameName(work.title, work.rules.title, _sides(who), work.rules.course.turn_name(view))


def name_on(page: GamePage) -> GameName:
    """The same, of a page."""
    return GameName(page.title, page.rules_title, _sides(page.parties), page.turn_name)


def _sides(who: tuple[Party, ...]) -> str:
    others = [one.name for one in who if not (one.mine or one.fellow)]
    own = next((one.title for one in who if one.mine), "") or others.pop(0)
    return f"{own} against {', '.join(dict.fromkeys(others))}"  # an aide of several seats is named once
