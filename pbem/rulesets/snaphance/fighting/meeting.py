"""What happens as a contact is made (3.18, steps 2 to 5): who evades, who is ridden down, whom it disorders."""

from msgspec.structs import replace

from pbem.engine.hexes import neighbours
from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.contact import dies_after_firing, silenced
from pbem.rulesets.snaphance.fighting.evasion import ask_evasions, ask_to_evade, evade, evades_at_all, may_evade
from pbem.rulesets.snaphance.fighting.footing import ground_of, may_stand
from pbem.rulesets.snaphance.fighting.melee import in_melee_as, upset_by_ground
from pbem.rulesets.snaphance.fighting.melee_dice import (
    Clash,
    How,
    from_behind,
    helpers,
)
from pbem.rulesets.snaphance.fighting.morale import destroy, without_support
from pbem.rulesets.snaphance.fighting.opponents import contacted
from pbem.rulesets.snaphance.fighting.sight import contact_face, faces
from pbem.rulesets.snaphance.fighting.thin_line import comes_ragged
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.special.shot_platoon import in_platoon
from pbem.rulesets.snaphance.state.asks import AskYesNo
from pbem.rulesets.snaphance.state.battle import Battle, melee_of, seat_of_stand, stand_at, type_of
from pbem.rulesets.snaphance.state.facts import Contact, Disordered, MeleeStands, NoEvasion
from pbem.rulesets.snaphance.state.rulings import reading, switched
from pbem.rulesets.snaphance.state.tables import rules
from pbem.rulesets.snaphance.state.venturing import give_away
from pbem.rulesets.snaphance.state.victory import check


def evasions(
    play: Play[Battle], attacker: StandId, target: StandId | None, pursued: StandId | None
) -> tuple[StandId, ...]:
    """Those contacted, and skirmishers that would support them, decide together and go, by id (D12, D15, D22)."""
    before = play.battle
    touched = contacted(before, attacker)
    beside = _skirmishers_beside(before, attacker, touched)
    asks: list[AskYesNo] = []
    give_away(play, attacker, *touched, *beside)
    for stand in sorted({*touched, *beside}):
        if not evades_at_all(before, stand):
            continue
        near = stand != target and any(type_of(before, one).is_cs for one in touched)
        refusal = may_evade(play.battle, stand, attacker, fire=False, near_attacked=near)
        if play.battle.stands[stand].side == play.battle.active_side:
            refusal = No(rules("SN-5.0b", "SN-5.0j", "SN-6.0g"), "no stand evades an opportunity charge")
        if stand == pursued:
            refusal = No(rules("SN-Q72"), "it has just been beaten, and is pursued")
        if refusal is None:
            seat = seat_of_stand(play.battle, stand)
            asks.append(ask_to_evade(play.seen(seat), stand, attacker, supports=stand in beside))
        else:
            play.record(NoEvasion(stand=stand, attacker=attacker, why=refusal.why, rules=refusal.rules))
    going = ask_evasions(play, attacker, tuple(asks))
    for ask in asks:
        if ask.stand in going:
            evade(play, ask.stand, attacker, fire=False)
        else:
            play.record(NoEvasion(stand=ask.stand, attacker=attacker, why="it chose to stand"))
    return going


def _skirmishers_beside(battle: Battle, attacker: StandId, touched: tuple[StandId, ...]) -> tuple[StandId, ...]:
    """Skirmishers not contacted that face the attacker beside a stand that is (SN-10.5f)."""
    stand = battle.stands[attacker]
    found = [stand_at(battle, here) for here in neighbours(stand.hex)]
    return tuple(
        sorted(
            one.id
            for one in found
            if one is not None and one.side != stand.side and one.id not in touched
            and type_of(battle, one.id).category == "Sk" and faces(battle, one.id, attacker)
        )
    )  # fmt: skip


def ride_down(play: Play[Battle], attacker: StandId, how: How, caught: tuple[StandId, ...]) -> None:
    """Skirmishers that may not even fire are removed at contact (SN-10.5a, 10.5b, 10.5e, SN-Q62)."""
    for stand in contacted(play.battle, attacker):
        if type_of(play.battle, stand).category != "Sk" or may_stand(play.battle, stand, attacker):
            continue
        frontal = faces(play.battle, stand, attacker)
        if frontal and not (stand in caught and _no_fire(play.battle, attacker)) and how != "opportunity":
            continue
        cited = ("SN-10.5e", "SN-Q62") if frontal else ("SN-10.5a", "SN-10.5b")
        if how == "opportunity":
            cited = ("SN-6.3a", "SN-10.5a")
        play.record(Contact(attacker=attacker, target=stand, how=how, frontal=frontal, rules=rules("SN-Q12")))
        destroy(play, stand, "skirmishers ridden down", cited)
        if check(play):
            return


def _no_fire(battle: Battle, attacker: StandId) -> bool:
    """Whether skirmishers that an attacker has caught in the move in which they evaded do not fire (SN-Q62)."""
    return type_of(battle, attacker).category == "LC" or reading(battle, "SN-Q62") == "no-fire"


def fired_and_died(play: Play[Battle], clash: Clash) -> None:
    """Skirmishers that stood in the open are removed once they have fired (SN-7.4g, SN-7.5c)."""
    supports = () if clash.how == "opportunity" else clash.defenders_helpers  # SN-6.3b
    for stand in sorted({clash.defender, *supports}):
        if play.battle.phase == "over" or not play.battle.stands[stand].on_board:
            continue
        if in_platoon(play.battle, stand, clash.defender):
            continue
        if dies_after_firing(play.battle, stand, clash.attacker):
            caught = switched(play.battle, "SN-Q62") if play.battle.stands[stand].doing.evaded else ()
            destroy(play, stand, "skirmishers ridden down", ("SN-7.4g", "SN-7.5c", "SN-10.5c", *caught))
            check(play)


def clash_at(play: Play[Battle], attacker: StandId, chosen: StandId, how: How, pursued: StandId | None) -> Clash:
    """Contact with the battle stand chosen: disorder at contact, then the supports as they stand (SN-10.6a)."""
    silent = (chosen,) if chosen == pursued else ()
    silent = (*silent, *pulled_out(play, chosen))
    others = tuple(one for one in contacted(play.battle, attacker) if one != chosen)
    surprise = make_contact(play, attacker, chosen, how, others)
    battle = play.battle
    return Clash(
        attacker=attacker, defender=chosen, how=how, surprise=surprise, silent=silent,
        attackers_helpers=helpers(battle, attacker, chosen), defenders_helpers=helpers(battle, chosen, attacker),
        exposed=tuple(one for one in others if not faces(battle, one, attacker) and melee_of(battle, one) is None),
    )  # fmt: skip


def pulled_out(play: Play[Battle], chosen: StandId) -> tuple[StandId, ...]:
    """A support that is contacted, and its battle stand is not, leaves its own melee (SN-11.4c).

    The stands without defensive fire for that come back (SN-7.4k).
    """
    melee = melee_of(play.battle, chosen)
    if melee is None or in_melee_as(play.battle, chosen) != "support":
        return ()
    play.record(MeleeStands(melee=without_support(melee, chosen), rules=rules("SN-11.4c", "SN-7.4k")))
    return (chosen,)


def make_contact(play: Play[Battle], attacker: StandId, enemy: StandId, how: How, others: tuple[StandId, ...]) -> bool:
    """The contact, with the disorder of SN-10.4a and of the ground (SN-Q42); whether it was a surprise (SN-10.4c)."""
    surprise = from_behind(play.battle, attacker, enemy)
    frontal = faces(play.battle, enemy, attacker)
    cited = rules("SN-Q12", "SN-10.2a", *_ruled(play.battle, attacker, enemy))
    play.record(Contact(attacker=attacker, target=enemy, how=how, frontal=frontal, others=others, rules=cited))
    if surprise and not play.battle.stands[enemy].disordered:
        face = contact_face(play.battle, enemy, play.battle.stands[attacker].hex)
        play.record(Disordered(stand=enemy, cause=f"attacked on its {face}", rules=rules("SN-10.4a", "SNS-M7")))
    if play.battle.special and how == "charge":
        comes_ragged(play, attacker)
    if reading(play.battle, "SN-Q42") == "before-dice":
        upset_by_ground(play, attacker, enemy)
    return surprise


def _ruled(battle: Battle, attacker: StandId, enemy: StandId) -> tuple[str, ...]:
    """The switched rulings that make a contact what it is: where it counts as begun, who may attack, who fires."""
    if not battle.rulings:
        return ()
    row = type_of(battle, attacker)
    aside = contact_face(battle, enemy, battle.stands[attacker].hex) in {"flank", "rear"}
    asked = ["SN-Q9", "SN-Q65", *(("SN-Q63",) if ground_of(battle, enemy) == "town" else ())] if aside else []
    asked += ["SN-Q75"] if ground_of(battle, attacker) == "town" != ground_of(battle, enemy) else []
    asked += ["SN-Q43"] if row.category in ("Sh", "Dr") and row.cb <= 0 else []
    return (*switched(battle, *asked), *silenced(battle, enemy, attacker))


def present(battle: Battle, clash: Clash) -> Clash:
    """The clash with those who are still there after contact fire; supports face the battle stand that is left."""
    return replace(
        clash,
        attackers_helpers=tuple(one for one in helpers(battle, clash.attacker, clash.defender)),
        defenders_helpers=tuple(one for one in helpers(battle, clash.defender, clash.attacker)),
        exposed=tuple(one for one in clash.exposed if battle.stands[one].on_board and one != clash.defender),
    )
