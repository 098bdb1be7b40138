"""A duel: the smallest rule set that seals orders, rolls, asks in the middle of a step and keeps a secret.

Each round both sides bid sealed how hard they strike (``bid 1`` to ``bid 3``); each then throws that many dice, sixes
and fives hit, and the side struck is asked whether it parries.  ``parry always`` and ``parry never`` are standing
orders, seen by their own side only.  The side without strength, or the weaker one after the last round, loses.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Literal

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.facts import Fact
from pbem.engine.hexchart import HexChart
from pbem.engine.ids import UMPIRE, Seat, Side
from pbem.engine.mapstyle import SideKey
from pbem.engine.orders import Control, Problem, Reading, Understood, Verb, VerbTable
from pbem.engine.play import Play
from pbem.engine.reporting import Chapter, Event, FormLine, Outcome, Tally, Told
from pbem.engine.ruleset import (
    AideDeCamp,
    Course,
    Deciding,
    Happening,
    Language,
    Reporting,
    RuleSet,
    Scenario,
    SeatTurn,
    State,
)
from pbem.scenarios import Loaded

RED, BLUE = Seat("red"), Seat("blue")
SEATS = (RED, BLUE)
ROUNDS = 6
STRENGTH = 4

replace = msgspec.structs.replace


class Bid(msgspec.Struct, frozen=True, tag="bid"):
    hard: int | None = None
    parry: Literal["", "always", "never"] = ""


class Parry(msgspec.Struct, frozen=True, tag="parry"):
    yes: bool


class AskBid(Ask[Bid], frozen=True, tag="ask bid"):
    round: int


class AskParry(Ask[Parry], frozen=True, tag="ask parry"):
    hits: int


class Duel(msgspec.Struct, frozen=True, kw_only=True):
    pace: str = "round"
    round: int = 0
    phase: Literal["bid", "fight", "over"] = "bid"
    strength: Mapping[Seat, int] = msgspec.field(default_factory=lambda: {RED: STRENGTH, BLUE: STRENGTH})
    bids: Mapping[Seat, int] = {}
    parry: Mapping[Seat, str] = {}
    conceded: Side | None = None
    drawn: bool = False


class BidTaken(Fact[Duel], frozen=True, tag="bid taken"):
    seat: Seat
    bid: Bid

    def apply(self, battle: Duel) -> Duel:
        hard = self.bid.hard or 1
        parry = {**battle.parry, self.seat: self.bid.parry} if self.bid.parry else battle.parry
        return replace(battle, bids={**battle.bids, self.seat: hard}, parry=parry)

    def seen_by(self, battle: Duel, seat: Seat) -> bool:
        return seat == self.seat


class RoundBegan(Fact[Duel], frozen=True, tag="round began"):
    round: int

    def apply(self, battle: Duel) -> Duel:
        return replace(battle, round=self.round, phase="bid", bids={})


class Fighting(Fact[Duel], frozen=True, tag="fighting"):
    def apply(self, battle: Duel) -> Duel:
        return replace(battle, phase="fight")


class Struck(Fact[Duel], frozen=True, tag="struck"):
    seat: Seat
    faces: tuple[int, ...]
    lost: int
    parried: bool

    def apply(self, battle: Duel) -> Duel:
        left = max(battle.strength[self.seat] - self.lost, 0)
        return replace(battle, strength={**battle.strength, self.seat: left})


class Ended(Fact[Duel], frozen=True, tag="ended"):
    conceded: Side | None = None
    drawn: bool = False

    def apply(self, battle: Duel) -> Duel:
        return replace(battle, phase="over", conceded=self.conceded, drawn=self.drawn)


def script(play: Play[Duel]) -> None:
    if play.battle.phase == "bid":
        if play.battle.round == 0:
            play.record(RoundBegan(1))
        asks = [AskBid(seat=seat, default=Bid(1), round=play.battle.round) for seat in SEATS]
        for seat, bid in zip(SEATS, play.ask_each(asks, sealed=True), strict=True):
            play.record(BidTaken(seat, bid))
        play.record(Fighting())
        return
    for seat, other in ((RED, BLUE), (BLUE, RED)):
        strike(play, seat, other)
    if min(play.battle.strength.values()) == 0 or play.battle.round == ROUNDS:
        play.record(Ended())
    else:
        play.record(RoundBegan(play.battle.round + 1))


def strike(play: Play[Duel], seat: Seat, other: Seat) -> None:
    faces = play.roll("strike", Side(seat), play.battle.bids[seat]).values
    hits = sum(face >= 5 for face in faces)
    parried = False
    if hits and play.ask(AskParry(seat=other, default=Parry(False), hits=hits)).yes:
        parried = play.roll("parry", Side(other), 1).values[0] >= 4
    play.record(Struck(other, faces, 0 if parried else hits, parried))


def view(battle: Duel, seat: Seat) -> Duel:
    if seat == UMPIRE:
        return battle
    own = {seat: battle.bids[seat]} if seat in battle.bids else {}
    parry = {seat: battle.parry[seat]} if seat in battle.parry else {}
    return replace(battle, bids=battle.bids if battle.phase == "fight" else own, parry=parry)


def decide(battle: Duel, ask: Ask[Any]) -> Given[Any] | None:
    if isinstance(ask, AskParry):
        if battle.parry.get(ask.seat):
            return Given(Parry(battle.parry[ask.seat] == "always"), "standing order", f"parry {battle.parry[ask.seat]}")
        if battle.pace != "ask me":
            return Given(ask.default, "default")
    return None


def silent(battle: Duel, ask: Ask[Any]) -> Given[Any]:
    return decide(battle, ask) or Given(ask.default, "default")


def read(battle: Duel, ask: Ask[Any], text: str, before: Any = None) -> Reading:
    """Lines: ``bid 2``, ``parry always``, ``yes``; controls; ``# remarks``."""
    bid, parry, yes = None, "", None
    understood: list[Understood] = []
    problems: list[Problem] = []
    controls: list[Control] = []
    words: dict[str, Control] = {"ready": "ready", "not ready": "not ready", "extend": "extend", "withdraw": "withdraw"}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip().lower()
        if not line or "|" in raw:
            continue
        if line in words:
            controls.append(words[line])
        elif isinstance(ask, AskBid) and line in {"bid 1", "bid 2", "bid 3"}:
            bid = int(line[-1])
            understood.append(Understood(number, "side", line))
        elif isinstance(ask, AskBid) and line in {"parry always", "parry never"}:
            parry = line.partition(" ")[2]
            understood.append(Understood(number, "side", line))
        elif isinstance(ask, AskParry) and line in {"yes", "no"}:
            yes = line == "yes"
            understood.append(Understood(number, "side", line))
        else:
            problems.append(Problem(line=number, quote=raw, kind="not readable", reason=f"{line!r} is no order here."))
    answer: Any = None
    if isinstance(ask, AskParry) and yes is not None:
        answer = Parry(yes)
    elif isinstance(ask, AskBid) and (bid or parry):
        answer = Bid(bid, parry)  # type: ignore[arg-type]  # a word of the literal, from the line
    return Reading(
        answer=answer, understood=tuple(understood), problems=tuple(problems), controls=tuple(controls),
        text=write(battle, answer) if answer is not None else "",
    )  # fmt: skip


def write(battle: Duel, answer: Any) -> str:
    if isinstance(answer, Parry):
        return "yes" if answer.yes else "no"
    lines = [f"bid {answer.hard}"] if answer.hard else []
    return "\n".join([*lines, f"parry {answer.parry}"] if answer.parry else lines)


def overlay(battle: Duel, before: Any, after: Any) -> Any:
    if isinstance(after, Bid) and before is not None:
        return Bid(after.hard or before.hard, after.parry or before.parry)
    return after


def tell(turn: SeatTurn[Duel]) -> Told:
    events = [replace(_event(one), until=at) for at, one in enumerate(turn.happenings, 1)]
    lost = {seat: STRENGTH - turn.after.strength[seat] for seat in SEATS}
    return Told(
        turn_name=f"round {turn.before.round}" if turn.number else "the start",
        in_short=tuple(f"{seat} has {left} of {STRENGTH} left." for seat, left in turn.after.strength.items()),
        chapters=(Chapter("Blows", "", tuple(events)),) if events else (),
        carried_out=0, ordered=0, not_done=(), mine=(), seen=(), no_longer_seen=(),
        tallies=tuple(Tally(seat, seat == turn.seat, lost[seat], STRENGTH) for seat in SEATS),
        outcome=outcome(turn.after),
    )  # fmt: skip


def _event(one: Happening[Duel]) -> Event:
    """Tells all there is to know, so that what is not cut is seen to leak."""
    fact, known = one.fact, " ".join(f"({seat}: parry {word})" for seat, word in one.before.parry.items())
    if isinstance(fact, Struck):
        return Event(text=f"{fact.seat} was struck {fact.faces} and lost {fact.lost}. {known}")
    if isinstance(fact, BidTaken):
        return Event(text=f"{fact.seat} bid {fact.bid.hard}, parry {fact.bid.parry or 'as before'}. {known}")
    return Event(text=f"{type(fact).__name__}. {known}")


def chart(turn: SeatTurn[Duel]) -> HexChart:
    lost = {seat: STRENGTH - turn.after.strength[seat] for seat in SEATS}
    red = SideKey(letter="R", name="red", look=1, lost=lost[RED], break_at=STRENGTH)
    blue = SideKey(letter="B", name="blue", look=2, lost=lost[BLUE], break_at=STRENGTH)
    return HexChart(
        title="The duel", subtitle=f"after round {turn.after.round}", columns=4, rows=4, ground=(), names=(),
        objective=(), objective_text="", sides=(red, blue), counters=(),
    )  # fmt: skip


def outcome(battle: Duel) -> Outcome | None:
    if battle.phase != "over":
        return None
    if battle.drawn:
        return Outcome("draw", "", "A draw was agreed.")
    if battle.conceded:
        return Outcome("conceded", BLUE if battle.conceded == Side(RED) else RED, f"{battle.conceded} gave up.")
    red, blue = battle.strength[RED], battle.strength[BLUE]
    if red == blue:
        return Outcome("draw", "", "Nobody won.")
    winner = RED if red > blue else BLUE
    return Outcome("broken", winner, f"{winner} won.")


def aide(battle: Duel, ask: Ask[Any], temper: str = "") -> str:
    if isinstance(ask, AskParry):
        return "yes"
    return "bid 3" if temper == "wild" else "bid 2\nparry always  # the aide's own reason"


def scenario(spec: Mapping[str, Any], options: Mapping[str, str]) -> Scenario[Duel]:
    return Scenario(
        name="toy/duel", title="A duel", blurb="", seats=SEATS, seat_titles={RED: "Red", BLUE: "Blue"},
        battle=Duel(pace=options.get("pace", "round")), faults=(),
    )  # fmt: skip


def form(battle: Duel, ask: Ask[Any]) -> Sequence[FormLine]:
    return (FormLine("side", write(battle, ask.default), "as things stand"),)


def rules(script: Callable[[Play[Duel]], None] = script, **changed: Any) -> RuleSet[Duel]:
    """The duel; a test may change a part of it."""
    parts: dict[str, Any] = {
        "battle": Duel, "facts": BidTaken | RoundBegan | Fighting | Struck | Ended, "asks": AskBid | AskParry,
        "answers": Bid | Parry, "view": view,
        "scenario": scenario, "script": script, "over": lambda battle: battle.phase == "over", "outcome": outcome,
        "turn_name": lambda battle: f"round {battle.round}",
        "conclude": lambda battle, loser: (Ended(conceded=loser, drawn=loser is None),),
        "decide": decide, "silent": silent,
        "verbs": VerbTable(
            verbs=(Verb(word="bid", form="bid <n>", grammar="", help="Strike.", example="bid 2"),),
            kinds={"action": ("Blows", "")},
        ),
        "read": read, "write": write, "form": form, "overlay": overlay,
        "describe": lambda battle, ask: "Parry?" if isinstance(ask, AskParry) else f"Your bid for round {ask.round}.",
        "looks_like_order": lambda line: line.startswith(("bid ", "parry ")),
        "tell": tell, "chart": chart,
        "tempers": {"calm": "bids two", "wild": "bids three"},
    } | changed  # fmt: skip

    def group(kind: Any) -> Any:
        return kind(**{one.name: parts.pop(one.name) for one in fields(kind) if one.name in parts})

    return RuleSet(
        name="toy", version=parts.pop("version", "1"), title="Duel", state=group(State), course=group(Course),
        deciding=group(Deciding), language=group(Language), reporting=group(Reporting),
        aide=AideDeCamp(parts.pop("aide", aide), parts.pop("tempers")), **parts,
    )  # fmt: skip


TOY = rules()


def toy_scenario(name: str, options: Mapping[str, str]) -> Loaded:
    """Any name is the duel."""
    return Loaded(scenario({}, options), TOY, ())
