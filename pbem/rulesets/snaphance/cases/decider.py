"""The decisions of a case: what it says beforehand, else what the catalogue says by default."""

import re
from collections.abc import Callable
from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.engine.casekit.results import CaseStop
from pbem.engine.hexes import Facing, Hex, direction_to
from pbem.engine.ids import Side, StandId
from pbem.rulesets.snaphance.cases.shapes import CaseAction, ChoiceSpec, OrderSpec
from pbem.rulesets.snaphance.state.asks import (
    AskChange,
    AskEvasions,
    AskGroup,
    AskOrders,
    AskReaction,
    AskSetUp,
    AskStand,
    AskWay,
    AskYesNo,
    Change,
    GroupChoice,
    Reaction,
    Response,
    StandChoice,
    Way,
    YesNo,
    evasions,
)
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import SetUp, StandPlace


class Decider:
    """Answers what the rules ask while a case is played.

    now: the order that is carried out.  dice_left: what dice the case has left.
    """

    def __init__(
        self, action: CaseAction, orders: tuple[tuple[int, OrderSpec], ...], dice_left: Callable[[], str]
    ) -> None:
        """orders: those of this run, by number."""
        self.action, self.orders, self.dice_left = action, orders, dice_left
        self.now: OrderSpec | None = None

    def decide(self, view: Battle, ask: Ask[Any]) -> Given[Any]:
        """What the case says beforehand, else the default of the catalogue."""
        if isinstance(ask, AskGroup):
            declared = self.action.declare.get(Side(ask.seat))
            if declared is not None and declared not in ask.options:
                raise CaseStop(f"{declared} cannot be declared; {', '.join(ask.options)} can")
            return Given(GroupChoice(declared) if declared else ask.default, "player")
        if isinstance(ask, AskSetUp):
            said_places = self.action.set_up.get(ask.side, {}).items()
            return Given(
                SetUp(places=tuple(StandPlace(StandId(s), Hex(q, r), Facing(f)) for s, (q, r, f) in said_places)),
                "player",
            )  # fmt: skip
        if isinstance(ask, AskYesNo):
            said = self._yes_no(ask)
            return Given(ask.default if said is None else YesNo(said), "player")
        if isinstance(ask, AskEvasions):
            going = tuple(
                one.stand for one in ask.questions if (one.default.yes if (said := self._yes_no(one)) is None else said)
            )
            return Given(evasions((one.stand for one in ask.questions), going), "player")
        if isinstance(ask, AskWay):
            return Given(self._way(view, ask), "player")
        if isinstance(ask, AskReaction):
            return Given(self._reaction(view, ask), "player")
        if isinstance(ask, AskStand):
            wanted = StandId(self.now.attack) if self.now is not None and isinstance(self.now.attack, str) else None
            return Given(StandChoice(wanted) if wanted in ask.options else ask.default, "player")
        if isinstance(ask, AskChange):
            order = self._pursuit(ask.stand)
            return Given(Change(order.leader_adjust) if order is not None else ask.default, "player")
        if isinstance(ask, AskOrders):
            raise CaseStop("the rules ask for orders in the middle of a case")
        return Given(ask.default, "player")

    def _choice(self, stand: StandId | None) -> ChoiceSpec:
        return self.action.choices.get(stand or "", ChoiceSpec())

    def _pursuit(self, stand: StandId) -> OrderSpec | None:
        return next((order for _, order in self.orders if order.do == "pursue" and order.stand == stand), None)

    def _yes_no(self, ask: AskYesNo) -> bool | None:
        choice = self._choice(ask.stand)
        if ask.matter in {"evade", "evade_again", "sk_support"}:
            return choice.evade
        if ask.matter == "evade_fire":
            return choice.evade_fire
        if ask.matter == "town_hold":
            return choice.town_hold
        if ask.matter == "abort_if_hit":
            return choice.abort_if_hit
        if ask.matter == "if_opp_charged":
            return choice.fire_first
        if ask.matter == "follow":
            wish = choice.follow or (self.now.follow if self.now is not None else None)
            return None if wish is None else wish == "remaining_mp"
        if ask.matter == "extra_follow":
            return choice.extra_follow
        if ask.matter == "fight_on":
            return choice.fight_on if choice.fight_on is not None else self._bounces(choice)
        if ask.matter == "pursue":
            return True if self._pursuit(ask.stand) is not None else choice.pursue
        return None

    def _bounces(self, choice: ChoiceSpec) -> bool | None:
        """A case that says where its victor bounces, and has no dice for a further round, means that (SN-12.1e)."""
        meant = (choice.bounce_path or choice.bounce_distance) and not self.dice_left()
        return False if meant else None

    def _reaction(self, view: Battle, ask: AskReaction) -> Reaction:
        """What the case says each stand does now, else its default; nothing for one with an order to charge later."""
        ordered = {order.stand for _, order in self.orders if order.do == "opportunity_charge"}
        named: list[Response] = []
        for stand in dict.fromkeys(option.stand for option in ask.options):
            choice = self._choice(stand)
            mine = [option for option in ask.options if option.stand == stand]
            if choice.opportunity_charge is None and choice.opportunity_fire is None:
                named += [one for one in ask.default.responses if one.stand == stand and stand not in ordered]
            elif choice.when is None or _comes_up(view, choice.when, ask.stands):
                wanted = {"charge": choice.opportunity_charge, "fire": choice.opportunity_fire}
                chosen = [one for one in mine if wanted.get(one.does) in (one.at, True)]
                named += chosen[:1]
        return Reaction(tuple(sorted(named)))

    def _way(self, view: Battle, ask: AskWay) -> Way:
        choice = self._choice(ask.stand)
        if ask.matter == "evade":
            path, distance = choice.evade_path, choice.evade_distance
        elif ask.matter == "retreat":
            path, distance = choice.retreat_path, choice.retreat_distance
        elif ask.matter == "bounce":
            path, distance = choice.bounce_path, choice.bounce_distance
        elif ask.matter == "opportunity_charge":
            ordered = self.now if self.now is not None and self.now.do == "opportunity_charge" else None
            path, distance = (ordered.path or None) if ordered is not None else choice.path, None
        else:
            order = self._pursuit(ask.stand)
            path, distance = (order.path or None) if order is not None else choice.path, None
        options = list(ask.options)
        if path is not None:
            options = [way for way in options if way == tuple(Hex(*here) for here in path)]
        if distance is not None:
            options = [way for way in options if len(way) == distance]
        if ask.matter == "evade" and choice.evade_direction is not None:
            wanted = int(choice.evade_direction[1])
            here = view.stands[ask.stand].hex
            options = [way for way in options if _all_towards(here, way, wanted)]
        if not options:
            offered = " or ".join("-".join(label_of(here) for here in way) for way in ask.options)
            raise CaseStop(f"{ask.stand} cannot {ask.matter} as chosen; open to it: {offered}")
        if ask.default.path in options:
            return ask.default
        longest = max(len(way) for way in options)
        return Way(next(way for way in options if len(way) == longest))


def _all_towards(here: Hex, way: tuple[Hex, ...], wanted: int) -> bool:
    for there in way:
        if direction_to(here, there) != wanted:
            return False
        here = there
    return True


def _comes_up(view: Battle, when: str, stands: tuple[StandId, ...]) -> bool:
    """Whether ``b1 enters 0 2`` is what has just happened."""
    found = re.fullmatch(r"(\S+) enters \[?(-?\d+),? ?(-?\d+)\]?", when.strip())
    if found is None:
        raise CaseStop(f"when: {when!r} is not understood; write '<id> enters <q> <r>'")
    stand = StandId(found[1])
    return stand in stands and view.stands[stand].hex == Hex(int(found[2]), int(found[3]))


def label_of(here: Hex) -> str:
    """A hex of a case in words: by its coordinates."""
    return f"[{here.q},{here.r}]"
