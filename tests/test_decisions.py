"""Every decision (D) of the catalogue: what an instruction changes, what happens without one, who is asked."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask, Decided, Given
from pbem.engine.chance import Chance
from pbem.engine.dice import DiceSource
from pbem.engine.hexes import Hex, label, neighbours
from pbem.engine.ids import MeleeId, Seq, Side, StandId
from pbem.engine.play import Play, Waiting
from pbem.engine.reporting import Told
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.fuzz.games import game_of
from pbem.fuzz.playing import play_through
from pbem.rulesets import snaphance
from pbem.rulesets.snaphance.deciding.standing import silent
from pbem.rulesets.snaphance.fighting.attack import after_victory
from pbem.rulesets.snaphance.fighting.group_attack import attack_together
from pbem.rulesets.snaphance.fighting.retreat import bounce, retreat
from pbem.rulesets.snaphance.language.asking import describe
from pbem.rulesets.snaphance.language.language import read
from pbem.rulesets.snaphance.language.offering import offers
from pbem.rulesets.snaphance.moving.generals import replace_generals
from pbem.rulesets.snaphance.playing.choices import choices
from pbem.rulesets.snaphance.playing.sequence import script
from pbem.rulesets.snaphance.playing.turns import break_off, face_attacker, stand_turn
from pbem.rulesets.snaphance.randomplay import random_answer
from pbem.rulesets.snaphance.reporting.foresight import parts
from pbem.rulesets.snaphance.standing.decisions import CATALOGUE, STANDING, ask_kind
from pbem.rulesets.snaphance.standing.lasting import lasting
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.asks import AskEvasions, AskOrders, AskWay, Evasions, Way, evasions
from pbem.rulesets.snaphance.state.battle import Battle, Doing, Melee, army, with_commander, with_stand
from pbem.rulesets.snaphance.state.commands import Act, Charge, Fire, Go, Sheet
from pbem.rulesets.snaphance.writing.writing import sheet_text
from pbem.service.play.tellings import seat_turn
from pbem.service.play.work import Mark
from tests.snaphance_positions import BLUE, RED, facts_of, play_out, position, stand
from tests.test_snaphance_sequence import harrow_down

B1, B2, B3, R1, R2, R3 = (StandId(code) for code in ("b1", "b2", "b3", "r1", "r2", "r3"))
Faces = Mapping[str, tuple[int, ...]]
Run = Callable[[Play[Battle]], object]


class Dice:
    """Ones, but for the rolls named: ``melee:b1`` or ``melee``, the first dice of each as given."""

    def __init__(self, faces: Faces) -> None:
        self.faces = faces

    def throw(self, key: str, label: str, by: str, count: int) -> tuple[tuple[int, ...], DiceSource]:
        """As many dice as are asked for."""
        first = self.faces.get(f"{label}:{by}", self.faces.get(label, ()))
        return (*first, *(1,) * count)[:count], "tape"


def told_to(battle: Battle, side: Side, text: str) -> Battle:
    """A battle in which a side has sent a text; nothing in it may be a problem."""
    ask = AskOrders(seat=army(battle, side).seat, default=Sheet(), round=battle.round)
    reading = read(snaphance.RULES.state.view(battle, ask.seat), ask, text)
    assert reading.problems == (), reading.problems
    return replace(battle, sheets={**battle.sheets, side: reading.answer or Sheet()})


def at(q: int, r: int) -> str:
    """A hex as players write it."""
    return label(Hex(q, r))


class Case:
    """A small battle in which a decision is taken.

    run: what happens.  saw: what came of it.  plain: without an instruction (but for ``base``).  told: texts of the
    side that decides, with what comes of them.
    """

    def __init__(
        self, number: str, battle: Battle, run: Run, saw: Callable[[Play[Battle]], Any], plain: Any,
        told: tuple[tuple[str, Any], ...], *, side: Side = BLUE, base: str = "", asked: str = "",
        dice: Faces | None = None,
    ) -> None:  # fmt: skip
        self.number, self.battle, self.run, self.saw, self.plain, self.told = number, battle, run, saw, plain, told
        self.side, self.base, self.dice = side, base, dice or {}
        self.asked = asked or CATALOGUE[number].asked[0]

    def play(self, text: str, decide: Any = snaphance.RULES.deciding.decide, pace: Any = "round") -> Play[Battle]:
        """The battle with a text played to its end."""
        battle = replace(self.battle, pace=pace)
        if text:
            battle = told_to(battle, self.side, text)
        play = Play(snaphance.RULES, battle, (), step=1, branch=0, next_seq=2, dice=Dice(self.dice), decide=decide)
        self.run(play)
        return play


# --- what happens ---------------------------------------------------------------------------------------------------


def activation(play: Play[Battle]) -> None:
    """The active group's whole activation."""
    group = play.battle.active_group
    while play.battle.active_group == group and play.battle.phase == "activation":
        script(play)


def turn(*acts: Act) -> Run:
    return lambda play: stand_turn(play, B1, acts)


def facts(kind: type, **fields: Any) -> Callable[[Play[Battle]], int]:
    """How many facts of a sort there were."""
    return lambda play: sum(all(getattr(one, k) == v for k, v in fields.items()) for one in facts_of(play, kind))


def ends(code: StandId) -> Callable[[Play[Battle]], str]:
    return lambda play: label(play.battle.stands[code].hex)


def moved(battle: Battle, code: StandId, **doing: Any) -> Battle:
    return with_stand(battle, replace(battle.stands[code], doing=Doing(**doing)))


def won(path: tuple[tuple[int, int], ...] = (), loser: StandId | None = None) -> Run:
    """b1 has just beaten an enemy in (6, 5)."""
    way = tuple(Hex(*here) for here in path)
    return lambda play: after_victory(play, B1, loser, Hex(6, 5), way, would_have_won=True)


def contact_of(play: Play[Battle]) -> str:
    return str(facts_of(play, f.Contact)[-1].target)


def supported(friend: StandId) -> Callable[[Play[Battle]], set[str]]:
    """Against whom a stand has supported."""
    return lambda play: {str(blow.enemy) for blow in facts_of(play, f.Struck) if friend in blow.supports}


def charge_of(*stands: Any, **more: Any) -> Battle:
    return position(stands, **more)


def evading(**more: Any) -> Battle:
    """Light cavalry three hexes off skirmishers."""
    return charge_of(stand("b1", "croats", 6, 8), stand("r1", "skirm", 6, 5, 3), **more)


def waiting_shot(kind: str = "horse") -> Battle:
    return charge_of(stand("b1", kind, 6, 8), stand("r1", "shot", 6, 5, 3, opportunity=True))


def waiting_horse() -> Battle:
    return charge_of(stand("b1", "dragoons", 6, 9), stand("r1", "horse", 6, 5, 3, opportunity=True))


def opened_fire(play: Play[Battle]) -> list[int]:
    return [shot.distance for shot in facts_of(play, f.Shot) if shot.purpose == "opportunity"]


def two_melees() -> Battle:
    """b1 has beaten its enemy, and has those of two other melees before it."""
    one = Melee(id=MeleeId("m1"), stands={BLUE: B2, RED: R2}, initiator=B2)
    two = Melee(id=MeleeId("m2"), stands={BLUE: B3, RED: R3}, initiator=B3)
    return position(
        [
            stand("b1", "ps", 6, 6), stand("b2", "ps", 5, 6), stand("b3", "ps", 7, 6), stand("r2", "ps", 6, 5, 3),
            stand("r3", "ps", 7, 5, 3),
        ],
        melees={one.id: one, two.id: two}, melee_count=2,
    )  # fmt: skip


def fallen() -> Battle:
    battle = position([stand("b1", "ps", 6, 6), stand("b2", "ps", 9, 9)], generals={"bg": (6, 7, None)})
    (one,) = battle.commanders.values()
    return with_commander(battle, replace(one, alive=False))


def held_town() -> Battle:
    return position([stand("b1", "swiss", 6, 7), stand("r1", "ps", 6, 5, 3)], ground={"6,5": "town"})


def walled_in() -> Battle:
    ground = {f"{h.q},{h.r}": "impassable" for h in neighbours(Hex(6, 5)) if h != Hex(6, 6)}
    return position([stand("b1", "gendarmes", 6, 7), stand("r1", "shot", 6, 5, 3)], ground=ground)


def fighting() -> Battle:
    melee = Melee(id=MeleeId("m1"), stands={BLUE: B1, RED: R1}, initiator=B1)
    return position(
        [stand("b1", "ps", 6, 6), stand("r1", "ps", 6, 5, 3), stand("b2", "ps", 12, 12)],
        melees={melee.id: melee}, melee_count=1, activation=2,
    )  # fmt: skip


def fought_before_b2(play: Play[Battle]) -> bool:
    kinds = [d.body.fact for d in play.drafts if d.kind == "fact"]
    blow = next(n for n, one in enumerate(kinds) if isinstance(one, f.Struck))
    return blow < next(n for n, one in enumerate(kinds) if isinstance(one, f.StandBegan) and one.stand == B2)


def two_groups() -> Battle:
    stands = [
        stand("b1", "ps", 6, 12, group="blue.Foot"), stand("b2", "horse", 8, 12, group="blue.Horse"),
        stand("r1", "ps", 6, 2, 3),
    ]  # fmt: skip
    return position(stands, phase="declare", active_side=None, active_group=None, activation=0)


def go(*path: tuple[int, int]) -> Go:
    return Go(how="forward", path=tuple(Hex(*here) for here in path))


SPARE = position([
    stand("b1", "ps", 5, 6), stand("b2", "ps", 7, 6), stand("b3", "ps", 6, 6), stand("r1", "ps", 6, 5, 3),
    stand("r2", "ps", 7, 5, 3),
])  # fmt: skip
BETWEEN = position([
    stand("b1", "ps", 6, 6), stand("b2", "ps", 7, 6), stand("r1", "ps", 6, 5, 3), stand("r2", "ps", 8, 5, 3),
    stand("r3", "ps", 7, 5, 3),
])  # fmt: skip
SHOT_AT = charge_of(stand("b1", "shot", 6, 7), stand("r1", "croats", 6, 5, 3))
LANCERS = charge_of(stand("b1", "gendarmes", 6, 7), stand("r1", "reiters", 6, 5, 3, opportunity=True))
BEATEN = position([stand("b1", "ps", 6, 12), stand("r1", "horse", 6, 11, 3)])
BOUNCING = position([stand("b1", "horse", 6, 6), stand("r1", "ps", 6, 5, 3)])
PURSUING = position([stand("b1", "gendarmes", 6, 6)], generals={"bg": (6, 6, "b1")})
AMBUSH = position([
    stand("b1", "gendarmes", 6, 6), stand("r2", "ps", 6, 4, 3), stand("r3", "ps", 7, 4, 3, sp=(4,))
])  # fmt: skip
FLANKED = position([stand("b1", "ps", 6, 6), stand("r1", "ps", 6, 7, 0)])
BESET = position([stand("b1", "ps", 6, 6), stand("r1", "ps", 6, 7, 0), stand("r2", "ps", 5, 7, 1, sp=(5,))])
IN_FRONT = position([stand("b1", "skirm", 6, 6), stand("r1", "ps", 6, 5, 3)])
ORDERED = f"b1 forward {at(6, 8)}, again forward {at(6, 7)}"

CASES = (
    Case("D1", two_groups(), script, lambda p: str(p.battle.active_group if p.battle.active_side == BLUE else
         facts_of(p, f.DiceOff)[0].groups[BLUE]), "blue.Foot",
         (("bid Horse, Foot", "blue.Horse"), ("bid Horse if Foot moved, Foot", "blue.Foot"),
          ("bid Horse if Foot not moved, Foot", "blue.Horse")), dice={"initiative:blue": (6,)}),
    Case("D2", charge_of(stand("b1", "shot", 6, 7), stand("r1", "ps", 6, 5, 3)), activation, facts(f.Shot), 1,
         (("b1 hold", 0), ("standing all idle hold", 0), ("b1 if enemy pikes within 3 then hold else fire nearest", 0),
          ("b1 if sp left 9 or more then fire nearest else hold", 0))),
    Case("D2", charge_of(stand("b1", "shot", 6, 7), stand("r1", "ps", 6, 5, 3)), activation, facts(f.Shot), 0,
         (("b1 opportunity, if test failed then fire nearest", 1),
          (f"b1 forward {at(6, 5)}, if path blocked then fire nearest", 1)), base="b1 hold"),
    Case("D3", position([stand("b1", "ps", 6, 6, disordered=True)]), activation, facts(f.Rallied), 1,
         (("b1 hold\nstanding b1 rally no", 0), ("b1 hold\nstanding all rally never if enemy within 50", 1)),
         base="b1 hold"),
    Case("D3", position([stand("b1", "horse", 6, 8, disordered=True), stand("r1", "ps", 6, 5, 3)]), activation,
         facts(f.Rallied), 1, (("b1 hold\nstanding all rally if no charge is possible", 0),), base="b1 hold"),
    Case("D4", position([stand("b1", "shot", 6, 6)]), activation, facts(f.WentOnOpportunity), 0,
         (("b1 opportunity", 1), ("standing all opportunity yes", 1)), dice={"order_test.opportunity": (6,)}),
    Case("D5", position([stand("b1", "ps", 6, 9)]), activation, ends(B1), at(6, 7),
         ((f"{ORDERED}\nstanding all extra moves 0", at(6, 8)),
          (f"{ORDERED}\nstanding all further moves none if needs 3+", at(6, 8)),
          (f"{ORDERED}\nstanding all extra moves 0 if needs 6+", at(6, 7)),
          (f"{ORDERED}\nstanding b1 stop if needs 4+", at(6, 8)),
          (f"b1 forward {at(6, 8)}", at(6, 8)),
          (f"b1 forward {at(6, 8)}, if needs 4+ then hold else again forward {at(6, 7)}", at(6, 8))),
         base=ORDERED, dice={"order_test.extra_move": (6,)}),
    Case("D6", position([stand("b1", "ps", 6, 6), stand("b2", "ps", 8, 8)], generals={"bg": (6, 8, None)}), activation,
         lambda p: p.battle.commanders["bg"].attached_to, None,  # type: ignore[index]  # a commander by his id
         (("bg join b1", "b1"), ("standing all attach b2", "b2"))),
    Case("D6", position([stand("b1", "ps", 6, 6, disordered=True), stand("b2", "ps", 8, 8)],
                        generals={"bg": (6, 6, "b1")}), activation,
         lambda p: facts_of(p, f.OrderTested)[0].helper, "bg", (("standing all help b2", None),)),
    Case("D7", charge_of(stand("b1", "shot", 6, 8), stand("r1", "ps", 6, 6, 3), stand("r2", "horse", 8, 5, 3, sp=(1,))),
         turn(), lambda p: facts_of(p, f.Shot)[0].target, "r1",
         (("standing all target r2", "r2"), ("standing b1 target horse nearest", "r2"),
          ("standing all target weakest, nearest", "r2"), ("standing all target guns", "r1")), asked="target"),
    Case("D7", charge_of(stand("b1", "shot", 6, 8), stand("r1", "ps", 6, 6, 3), stand("r2", "horse", 8, 5, 3)),
         activation, lambda p: facts_of(p, f.Shot)[0].target, "r1", (("b1 fire r2", "r2"),)),
    Case("D8", charge_of(stand("b1", "ps", 6, 7), stand("r1", "ps", 6, 5, 3)), activation, facts(f.Contact), 0,
         (("b1 charge r1", 1), (f"b1 forward {at(6, 6)}\nstanding all attack yes", 1),
          ("b1 charge r1\nstanding all attack no", 0)), base=f"b1 forward {at(6, 6)}"),
    Case("D9", AMBUSH, won(), contact_of, "r3", (("standing all battle stand strongest", "r2"),
         ("standing b1 battle stand r2 r3", "r2"), ("standing all battle stand guns", "r3")),
         asked="battle_stand", dice={"pursuit.must": (3,)}),
    Case("D10", SPARE, lambda p: attack_together(p, (B1, B2, B3), "attack"), supported(B3), {"r2"},
         (("standing b3 support r1", {"r1"}), ("standing all support r1, r2", {"r1"}))),
    Case("D11", BETWEEN, lambda p: attack_together(p, (B1, B2), "attack", (R1, R2)), supported(R3), {"b1"},
         (("standing r3 support b2", {"b2"}), ("standing all support b2 b1", {"b2"})), side=RED),
    Case("D12", evading(), turn(Charge(target=R1)), facts(f.Evaded), 1,
         (("standing r1 evade never", 0), ("standing all evade if combat stand", 0),
          ("standing all evade never if enemy horse within 3", 0),
          ("standing all evade never if sp left 3 or more", 1)), side=RED),
    Case("D13", SHOT_AT, turn(Fire(target=R1)), facts(f.Evaded), 0,
         (("standing all evade fire always", 1), ("standing r1 evade fire if dice >= 2", 1),
          ("standing r1 evade-fire 5 dice", 0)), side=RED),
    Case("D14", evading(), turn(Charge(target=R1, follow="stop")), ends(R1), at(6, 3),
         (("standing r1 evade distance 1", at(6, 4)), ("standing all evade side right", at(6, 3)),
          ("standing all evade side left", at(8, 3)), (f"standing r1 evade to {at(7, 4)}", at(7, 4)),
          (f"standing r1 evade to {at(1, 1)}", at(6, 3))), side=RED),
    Case("D15", moved(charge_of(stand("b1", "horse", 6, 8), stand("r1", "dragoons", 6, 5, 3)), R1, evaded={B1: 1}),
         turn(Charge(target=R1, follow="stop")), facts(f.Evaded), 1,
         (("standing r1 evade again no", 0), ("standing all evade again no if class A or B", 0),
          ("standing all evade again never if class C", 1), ("standing all evade again if class A or B", 1),
          ("standing all evade again if class C", 0)), side=RED),
    Case("D16", waiting_shot(), turn(Charge(target=R1)), opened_fire, [2],
         (("standing r1 opportunity fire never", []), ("standing r1 opportunity fire within 3", [3]),
          ("standing r1 opportunity fire at b1 within 3 from 3", [3]), ("standing all opp fire at foot, guns", []),
          ("standing r1 opportunity fire at b1 horse within 2", [2])), side=RED),
    Case("D17", waiting_horse(), turn(Go(how="move", path=(Hex(6, 8),))), facts(f.OpportunityCharged), 0,
         (("standing r1 opportunity charge always", 1), ("standing r1 opportunity charge at b1 not pikes not cover", 1),
          ("standing all opp charge at guns horse", 0), ("standing all opportunity charge if 2 more dice", 1),
          ("standing all opportunity charge at b1 if 30 more dice", 0)), side=RED),
    Case("D18", charge_of(stand("b1", "shot", 6, 7), stand("r1", "reiters", 6, 5, 3, opportunity=True)),
         turn(Fire(target=R1)), lambda p: (len(opened_fire(p)) > 0, facts(f.OpportunityCharged)(p)), (True, 0),
         (("standing r1 if fired on hold", (False, 0)), ("standing r1 if fired on charge", (False, 1))), side=RED),
    Case("D19", told_to(waiting_horse(), RED, "standing all opportunity charge always"),
         turn(Go(how="move", path=(Hex(6, 8),)), Fire(target=R1)), facts(f.Shot, purpose="fire"), 1,
         (("standing all if opp charged keep cb", 0),)),
    Case("D20", LANCERS, turn(Charge(target=R1)), facts(f.ChargeAborted), 0,
         (("standing all abort if hit always", 1), ("standing b1 abort if hit if sp lost", 0)),
         dice={"fire.opportunity": (6,), "morale.fire": (1,)}),
    Case("D21", charge_of(stand("b1", "ps", 6, 7), stand("r1", "ps", 6, 5, 3)), turn(Charge(target=R1)),
         facts(f.Shot, purpose="defensive"), 1, (("standing all defensive fire no", 0),), side=RED),
    Case("D22", charge_of(stand("b1", "gendarmes", 6, 7), stand("r1", "ps", 6, 5, 3), stand("r2", "skirm", 7, 6, 4)),
         turn(Charge(target=R1)), facts(f.Evaded), 1, (("standing r2 sk support fire", 0),
         ("standing all skirmish support fire", 0), ("standing all evade never", 0),
         ("standing all evade never\nstanding all sk support evade", 1)), side=RED, asked="sk_support"),
    Case("D23", evading(), turn(Charge(target=R1)), lambda p: p.battle.stands[R1].destroyed, True,
         (("standing all follow stop", False), ("standing b1 follow no", False))),
    Case("D23", evading(), activation, lambda p: p.battle.stands[R1].destroyed, True,
         (("b1 charge r1 stop", False), ("b1 charge r1\nstanding all follow stop", False)), base="b1 charge r1",
         asked="-"),
    Case("D24", BEATEN, lambda p: retreat(p, R1, B1), lambda p: len(facts_of(p, f.Retreated)[0].path), 6,
         (("standing all retreat distance 1", 1), ("standing r1 retreat distance min", 1)), side=RED),
    Case("D25", BEATEN, lambda p: retreat(p, R1, B1), ends(R1), at(6, 5),
         (("standing all retreat side left", at(12, 5)), ("standing all retreat side right", at(6, 5)),
          (f"standing r1 retreat to {at(7, 10)}", at(7, 10))), side=RED),
    Case("D26", held_town(), turn(Charge(target=R1)), lambda p: len(p.battle.melees), 1,
         (("standing all town hold no", 0), ("standing r1 town hold no if sp left 9 or more", 1),
          ("standing r1 town hold no if sp left >= 2", 0), ("standing r1 town hold if sp left >= 9", 0),
          ("standing r1 town hold if 2 sp left", 1)), side=RED,
         dice={"melee:b1": (6, 6), "morale.melee": (5,)}),
    Case("D27", BOUNCING, lambda p: bounce(p, B1, R1), ends(B1), at(6, 9),
         (("standing all bounce distance 1", at(6, 7)), (f"standing all bounce to {at(6, 7)}", at(6, 7)))),
    Case("D28", walled_in(), turn(Charge(target=R1)), facts(f.MeleeDecided), 2,
         (("standing all fight on no", 1),), dice={"melee:b1": (6,), "morale.melee": (5,)}),
    Case("D29", position([stand("b1", "ps", 6, 6)]), won(), facts(f.PursuitRolled), 0,
         (("standing all pursue yes", 1), ("standing all pursue yes if enemy within 9", 0))),
    Case("D30", PURSUING, won(), lambda p: facts_of(p, f.PursuitRolled)[0].change, 0,
         (("standing all pursuit leader +1", 1), ("standing b1 pursuit leader -1", -1))),
    Case("D31", position([stand("b1", "gendarmes", 6, 6)]), won(), ends(B1), at(7, 4),
         (("standing all pursue side left", at(6, 4)), ("standing all pursue side right", at(7, 4))),
         dice={"pursuit.must": (5,)}),
    Case("D32", two_melees(), won(), lambda p: facts_of(p, f.MeleeStands)[0].melee.id, "m1",
         (("standing b1 join melee r3", "m2"), ("standing all join melee b3", "m2"))),
    Case("D33", fallen(), replace_generals, lambda p: facts_of(p, f.CommanderReplaced)[0].with_stand, "b1",
         (("standing all commander with b2", "b2"),)),
    Case("D34", FLANKED, lambda p: face_attacker(p, B1), facts(f.Turned), 1,
         (("standing b1 face attacker no", 0), ("standing all face attacker horse", 0))),
    Case("D34", BESET, lambda p: face_attacker(p, B1), lambda p: int(p.battle.stands[B1].facing), 2,
         (("standing b1 face attacker r2", 4), ("standing all face attacker no", 0))),
    Case("D35", fighting(), activation, fought_before_b2, False, (("b1 fight\nb2 hold", True),), base="b2 hold"),
    Case("D36", IN_FRONT, lambda p: break_off(p, B1), ends(B1), at(6, 8),
         ((f"standing b1 break off to {at(7, 7)}", at(7, 7)),)),
)  # fmt: skip


def named(case: Case) -> str:
    return case.number


def test_every_decision_has_its_case_and_its_row() -> None:
    numbers = [f"D{n}" for n in range(1, 37)]
    assert list(CATALOGUE) == numbers
    assert sorted({case.number for case in CASES if case.asked != "-"}) == sorted(numbers)
    said = [decision for row in CATALOGUE.values() for decision in row.standing]
    assert set(said) == set(STANDING)
    assert all(one.number in CATALOGUE for one in STANDING.values())


@pytest.mark.parametrize("case", CASES, ids=named)
def test_without_an_instruction_the_default_happens(case: Case) -> None:
    assert case.saw(case.play(case.base)) == case.plain


@pytest.mark.parametrize("case", CASES, ids=named)
def test_an_instruction_changes_what_happens(case: Case) -> None:
    came = [case.saw(case.play(text)) for text, _ in case.told]
    assert came == [wanted for _, wanted in case.told]
    assert any(one != case.plain for one in came)


@pytest.mark.parametrize("case", [c for c in CASES if c.asked != "-"], ids=named)
def test_at_pace_ask_me_it_is_asked(case: Case) -> None:
    """Everything else is answered by its default, and the question itself is waited for."""

    def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
        given = snaphance.RULES.deciding.decide(view, ask)
        return given if given is not None or ask_kind(ask) == case.asked else Given(ask.default, "default")

    with pytest.raises(Waiting) as stop:
        case.play("" if case.asked == "orders" else case.base, decide, "ask me")
    assert case.asked in CATALOGUE[case.number].asked
    assert {ask_kind(ask) for ask in stop.value.batch.asks} == {case.asked}


@pytest.mark.parametrize("case", [c for c in CASES if c.asked not in ("orders", "-")], ids=named)
def test_a_standing_order_spares_the_question(case: Case) -> None:
    for text, came in case.told:
        if came == case.plain:
            continue  # it does not speak to this

        def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
            given = snaphance.RULES.deciding.decide(view, ask)
            return given if given is not None else Given(ask.default, "player")

        play = case.play(text, decide, "ask me")
        answers = [given for d in play.drafts if d.kind == "answer" for given in d.body.given]
        assert any(given.by == "standing order" for given in answers), text


# --- pace "round" ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ["silent", "random", "aide"])
def test_at_pace_round_a_round_needs_one_sheet_of_each_side_and_nothing_else(players: str) -> None:
    """Whole battles: every stop asks both sides for the orders of a round, each once a round."""
    stops: list[tuple[int, tuple[str, ...]]] = []

    def answers(view: Battle, ask: Ask[Any]) -> Any:
        assert isinstance(ask, AskOrders), ask
        assert ask.group is None
        stops.append((ask.round, (str(ask.seat),)))
        if players == "silent":
            return silent(view, ask).answer
        if players == "random":
            return random_answer(view, ask, Chance(f"{ask.seat} {ask.round}".encode()), wild=True)
        return read(view, ask, snaphance.RULES.aide.orders(view, ask)).answer or ask.default

    for seed, battle in enumerate((harrow_down("round"), waiting_everywhere())):
        stops.clear()
        run, drafts = play_out(battle, seed + 1, answers)
        rounds = run.battle.round
        assert stops == [(n, (seat,)) for n in range(1, rounds + 1) for seat in ("south", "north")]
        given = [given.by for d in drafts if d.kind == "answer" for given in d.body.given]
        assert given.count("player") == 2 * rounds
        assert set(given) <= {"player", "standing order", "default"}


def waiting_everywhere() -> Battle:
    """Harrow Down with everybody on opportunity, so that many decisions arise."""
    battle = harrow_down("round")
    return replace(battle, stands={s: replace(one, opportunity=True) for s, one in battle.stands.items()})


# --- one question about several stands ------------------------------------------------------------------------------

BESIDE = charge_of(
    stand("b1", "gendarmes", 6, 7), stand("r1", "skirm", 6, 5, 3), stand("r2", "skirm", 7, 5, 3),
    stand("r3", "skirm", 7, 6, 4),
)  # fmt: skip


def evasions_asked(battle: Battle) -> tuple[Play[Battle], AskEvasions]:
    play = Play(
        snaphance.RULES, battle, (), step=1, branch=0, next_seq=2, dice=Dice({}), decide=snaphance.RULES.deciding.decide
    )
    with pytest.raises(Waiting) as stop:
        stand_turn(play, B1, (Charge(target=R1, follow="stop"),))
    (ask,) = stop.value.batch.asks
    assert isinstance(ask, AskEvasions)
    return play, ask


def test_the_evasions_of_a_charge_are_asked_together() -> None:
    _, ask = evasions_asked(replace(BESIDE, pace="ask me"))
    assert [(one.stand, one.matter) for one in ask.questions] == [(R1, "evade"), (R2, "evade"), (R3, "sk_support")]
    words = describe(BESIDE, ask)
    assert all(code in words for code in (R1, R2, R3))


@pytest.mark.parametrize(
    ("text", "going"),
    [
        ("r1 evade\nr2: stand\nr3 evade", (R1, R3)), ("r1 evade, r2 stand, r3 stand", (R1,)), ("yes", (R1, R2, R3)),
        ("no", ()), ("none", ()), ("R1: no", (R2, R3)), ("no\nr2 yes", (R2,)), ("r1 evade no, or yes\nr2 no", None),
        ("r2 evade yes", (R1, R2, R3)),
    ],
)  # fmt: skip
def test_an_answer_names_the_stand_it_is_for(text: str, going: tuple[StandId, ...] | None) -> None:
    """Stands that are not named do what they do by default: here all evade."""
    _, ask = evasions_asked(replace(BESIDE, pace="ask me"))
    found = read(BESIDE, ask, text)
    if going is None:
        assert found.problems
        return
    assert found.problems == ()
    assert found.answer == evasions((R1, R2, R3), going)
    assert read(BESIDE, ask, found.text).answer == found.answer


@pytest.mark.parametrize(
    ("text", "kind"),
    [("r1 evade\nr1 stand", "two orders"), ("b1 evade", "not allowed"), ("yes\nno", "two orders"),
     ("r1 pursue yes", "not allowed"), ("r1 hold", "not readable")],
)  # fmt: skip
def test_an_answer_that_contradicts_itself_or_is_not_asked_for_is_told(text: str, kind: str) -> None:
    _, ask = evasions_asked(replace(BESIDE, pace="ask me"))
    found = read(BESIDE, ask, text)
    assert kind in [problem.kind for problem in found.problems]
    assert found.answer is None, "of two that contradict one another neither is taken"


def test_standing_orders_for_all_of_them_spare_the_question_and_for_some_are_put_in() -> None:
    some = told_to(replace(BESIDE, pace="ask me"), RED, "standing r1 evade never")
    _, ask = evasions_asked(some)
    assert ask.default == Evasions((R2, R3), (R1,)), "what stands for r1 is what happens to it if nothing is said"
    every = told_to(replace(BESIDE, pace="ask me"), RED, "standing all evade never")

    def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
        assert not isinstance(ask, AskEvasions) or snaphance.RULES.deciding.decide(view, ask)
        return snaphance.RULES.deciding.decide(view, ask) or Given(ask.default, "default")

    play = Play(snaphance.RULES, every, (), step=1, branch=0, next_seq=2, dice=Dice({}), decide=decide)
    stand_turn(play, B1, (Charge(target=R1, follow="stop"),))
    assert not facts_of(play, f.Evaded)


# --- ways in few words ----------------------------------------------------------------------------------------------


def retreat_asked() -> AskWay:
    play = Play(
        snaphance.RULES, replace(BEATEN, pace="ask me"), (), step=1, branch=0, next_seq=2, dice=Dice({}),
        decide=snaphance.RULES.deciding.decide,
    )  # fmt: skip
    with pytest.raises(Waiting) as stop:
        retreat(play, R1, B1)
    (ask,) = stop.value.batch.asks
    assert isinstance(ask, AskWay)
    return ask


def test_many_ways_are_told_by_how_far_and_to_which_side() -> None:
    ask = retreat_asked()
    words = describe(BEATEN, ask)
    assert len(ask.options) > 20
    assert words.count(" or ") <= 8
    found = read(BEATEN, ask, "r1 retreat 2 left")
    assert found.problems == ()
    assert len(found.answer.path) == 2
    assert read(BEATEN, ask, f"r1 {found.text}").answer == found.answer
    assert read(BEATEN, ask, "9 left").problems[0].kind == "not allowed"
    for way in ask.options:
        assert read(BEATEN, ask, " ".join(label(here) for here in way)).answer == Way(way), "each way by its hexes"


# --- groups rally ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "acts"), [(6, True), (1, False)])
def test_a_group_rallies_by_one_line_and_one_die(die: int, acts: bool) -> None:  # SN-9.1a, SN-Q22
    battle = position([stand("b1", "ps", 6, 6, disordered=True), stand("b2", "ps", 7, 6, disordered=True)])
    battle = told_to(battle, BLUE, f"b1 b2 together rally\nb1 forward {at(6, 5)}")
    play = Play(
        snaphance.RULES, battle, (), step=1, branch=0, next_seq=2, dice=Dice({"order_test.rally": (die,)}),
        decide=snaphance.RULES.deciding.decide,
    )  # fmt: skip
    activation(play)
    assert [one.stands for one in facts_of(play, f.OrderTested)] == [(B1, B2)]
    assert [one.acts for one in facts_of(play, f.Rallied)] == [acts, acts]
    assert not any(play.battle.stands[one].disordered for one in (B1, B2))
    assert (play.battle.stands[B1].hex == Hex(6, 5)) is acts


def test_a_group_that_cannot_rally_together_is_told() -> None:
    battle = position([stand("b1", "ps", 6, 6), stand("b2", "ps", 7, 6, disordered=True)])
    play = Play(
        snaphance.RULES, told_to(battle, BLUE, "b1 b2 together rally"), (), step=1,
        branch=0, next_seq=2, dice=Dice({}), decide=snaphance.RULES.deciding.decide,
    )  # fmt: skip
    activation(play)
    assert [one.order for one in facts_of(play, f.Refused)] == ["together rally"]


# --- what the report tells of it ------------------------------------------------------------------------------------


def report_of(case: Case, text: str, decide: Any = snaphance.RULES.deciding.decide, pace: Any = "round") -> Told:
    """What the side that decides is told of a case."""
    play = case.play(text, decide, pace)
    seat = army(case.battle, case.side).seat
    battle: Battle = told_to(replace(case.battle, pace=pace), case.side, text) if text else case.battle
    before = snaphance.RULES.state.view(battle, seat)
    happenings: list[Happening[Battle]] = []
    for draft in play.drafts:
        view = snaphance.RULES.state.view(battle, seat)
        if draft.kind == "fact":
            happenings.append(Happening(draft.body.fact, view))
            battle = draft.body.fact.apply(battle)
        elif draft.kind == "answer":
            pairs = zip(draft.body.batch.asks, draft.body.given, strict=True)
            happenings += [Happening(Decided(ask, given), view) for ask, given in pairs if ask.seat == seat]
    return snaphance.RULES.reporting.tell(
        SeatTurn(seat, 1, before, snaphance.RULES.state.view(battle, seat), tuple(happenings))
    )


ASKED = [c for c in CASES if c.asked not in ("orders", "-")]


@pytest.mark.parametrize("case", ASKED, ids=named)
def test_the_report_names_the_standing_order_that_decided(case: Case) -> None:
    for text, came in case.told:
        if came == case.plain:
            continue
        told = report_of(case, text)
        last = text.split("\n")[-1].removeprefix("standing ").removeprefix("bid ").split()[0].rstrip(",")
        assert any(one.line.split(":")[0] == last or last in one.line for one in told.acted), (text, told.acted)


@pytest.mark.parametrize(
    ("by", "words"),
    [("default", "by default"), ("player", "you were asked"), ("deadline", "no answer had come in time")],
)
@pytest.mark.parametrize("case", ASKED, ids=named)
def test_the_report_says_what_might_have_been_said_in_advance(case: Case, by: Any, words: str) -> None:
    """The line that it gives is one that is read, and that decides the same the next time, nobody being asked."""

    seat = army(case.battle, case.side).seat

    def decide(view: Battle, ask: Ask[Any]) -> Given[Any]:
        given = snaphance.RULES.deciding.decide(view, ask) if ask.seat != seat else None
        return given or Given(ask.default, by)

    told = report_of(case, case.base, decide, "ask me")
    kind = {one.line: one.by for one in told.in_advance}
    assert words in kind.values()
    lines = "\n".join(kind)
    settled: list[str] = []

    def again(view: Battle, ask: Ask[Any]) -> Given[Any]:
        given = snaphance.RULES.deciding.decide(view, ask)
        if given is not None and given.by == "standing order" and ask.seat == seat:
            settled.append(ask_kind(ask))
            same = given.answer == ask.default or isinstance(given.answer, Way)
            assert same, (lines, ask, given.answer)
        return given or Given(ask.default, "default")

    case.play(lines, again, "ask me")
    assert case.asked in settled, lines


def test_the_report_names_a_standing_order_that_is_no_answer() -> None:
    texts = {
        "D3": "b1 hold\nstanding all rally yes", "D4": "standing all opportunity yes",
        "D8": "b1 charge r1\nstanding all attack no",
        "D5": f"{ORDERED}\nstanding all extra moves 0", "D2": "standing all idle fire",
        "D6": "standing all attach b2",
    }  # fmt: skip
    for number, text in texts.items():
        case = next(one for one in CASES if one.number == number)
        order = text.split("\n")[-1].removeprefix("standing all ")
        told = report_of(case, text)
        assert any(order in one.line for one in told.acted), (number, told.acted)


def test_those_who_may_rally_together_are_offered_it() -> None:
    stands = [stand("b1", "ps", 6, 6, disordered=True), stand("b2", "ps", 7, 6, 2, disordered=True),
              stand("b3", "ps", 8, 6, disordered=True), stand("b4", "shot", 5, 6, disordered=True)]  # fmt: skip
    battle = position(stands)
    assert choices(battle, B1).rally_with == (B1, B2, B3)
    assert choices(battle, StandId("b4")).rally_with == ()
    found = offers(battle, AskOrders(seat=army(battle, BLUE).seat, default=Sheet(), round=1), None)
    line = "b1 b2 b3 together rally"
    assert [one.line for unit in found.units for one in unit.may if "together" in one.line] == [line] * 3
    told_to(battle, BLUE, line)


def test_every_line_of_a_random_battle_that_might_have_been_said_is_read() -> None:
    game = game_of("snaphance", 5, 2)
    game = dataclasses.replace(game, setup=replace(game.setup, battle=replace(game.setup.battle, pace="ask me")))
    told, _ = play_through(game)
    seen = 0
    for one in game.setup.battle.armies:
        turn = seat_turn(snaphance.RULES, told.lines, Mark(one.seat, 1, Seq(1), told.lines[-1].seq, "", ""))
        for happening in turn.happenings:
            view = happening.before
            for part in parts(view, happening.fact) if isinstance(happening.fact, Decided) else ():
                ask = AskOrders(seat=one.seat, default=Sheet(), round=view.round)
                assert read(view, ask, part.line(view)).problems == (), part
                assert part.what
                seen += 1
    assert seen > 10


def test_standing_orders_that_speak_of_who_is_gone_do_not_outlast_it() -> None:
    """What outlasts a turn is written again with the next one's orders, and must be read."""
    battle = position([stand("b1", "ps", 6, 6), stand("r1", "ps", 6, 5, 3), stand("r2", "ps", 9, 5, 3)])
    text = "standing all pursue no if r1 within 3\nstanding all pursue yes if r2 within 3\nstanding b1 target r1"
    sheet = told_to(battle, BLUE, text).sheets[BLUE]
    after = with_stand(battle, replace(battle.stands[R1], destroyed=True, sp=()))
    kept = lasting(after, sheet)
    assert [order.value for order in kept.standing] == ["yes", "r1"]
    assert told_to(after, BLUE, sheet_text(after, kept)).sheets[BLUE] == kept
    unseen = replace(battle, stands={s: one for s, one in battle.stands.items() if s != R1})
    assert [order.value for order in lasting(unseen, sheet).standing] == ["yes"]
