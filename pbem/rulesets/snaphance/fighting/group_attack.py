"""Attacks of stands that moved as one (SN-Q66, SN-10.2d, SN-10.2g): who fights whom, then one fight after another."""

from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.attack import fight, go_on_alone, joins
from pbem.rulesets.snaphance.fighting.contact import contact_fire
from pbem.rulesets.snaphance.fighting.meeting import evasions, fired_and_died, make_contact, pulled_out, ride_down
from pbem.rulesets.snaphance.fighting.melee import still
from pbem.rulesets.snaphance.fighting.melee_dice import Clash, How, helpers, strike_sum
from pbem.rulesets.snaphance.fighting.opponents import contacted, may_attack, melee_enemy
from pbem.rulesets.snaphance.fighting.platoons import platoons_fall, standing_platoons
from pbem.rulesets.snaphance.fighting.sight import faces
from pbem.rulesets.snaphance.moving.movement import Walk, Yes
from pbem.rulesets.snaphance.state.asks import AskStand, StandChoice
from pbem.rulesets.snaphance.state.battle import Battle, melee_of, seat_of_stand, type_of

Pairs = tuple[tuple[StandId, StandId], ...]
"""Attackers with the enemies they fight, each of either once."""


def attack_together(
    play: Play[Battle], attackers: tuple[StandId, ...], how: How, wishes: tuple[StandId, ...] = (),
    walks: Mapping[StandId, Walk] = MappingProxyType({}),
) -> tuple[StandId, ...]:  # fmt: skip
    """All contacts of a group that has moved: evasions, battle stands and supports of all, then fire and melees.

    wishes: enemies to be fought rather than others, as far as SN-10.2d, SN-10.2e and SN-10.2g leave the choice.
    walks: what each has left of the move, with which those whose enemies are all gone may go on (SN-Q73).  Those that
    came to a fight come back.
    """
    there = tuple(one for one in sorted(attackers) if foes(play.battle, one))
    met = {one: {foe: play.battle.stands[foe].hex for foe in foes(play.battle, one)} for one in there}
    for one in there:
        if able(play.battle, one):
            evasions(play, one, None, None)
            ride_down(play, one, how, ())
    if play.battle.phase == "over":
        return ()
    pairs = pairings(play.battle, tuple(one for one in there if able(play.battle, one)), wishes)
    spare = _allotted(play, tuple(one for one in there if able(play.battle, one)), pairs, how)
    clashes = _clashes(play, pairs, spare, how)
    fought: set[StandId] = set()
    for clash in clashes:
        if _fight(play, clash):
            fought |= {clash.attacker, *clash.attackers_helpers}
    for one in there:
        if one in walks and one not in fought and able(play.battle, one) and not foes(play.battle, one):
            target = next((foe for foe in met[one] if foe in wishes), min(met[one]))
            if go_on_alone(play, one, target, walks[one], tuple(met[one].values())):
                fought.add(one)
    return tuple(sorted(fought & set(there)))


def able(battle: Battle, stand: StandId) -> bool:
    """Whether a stand can still attack: on the board and in no melee."""
    return battle.phase != "over" and battle.stands[stand].on_board and melee_of(battle, stand) is None


def foes(battle: Battle, attacker: StandId) -> tuple[StandId, ...]:
    """The enemies in an attacker's front 2H that it may attack, by id."""
    return tuple(one for one in contacted(battle, attacker) if isinstance(may_attack(battle, attacker, one), Yes))


# --- who fights whom ----------------------------------------------------------------------------------------------


def pairings(battle: Battle, attackers: tuple[StandId, ...], wishes: tuple[StandId, ...] = ()) -> Pairs:
    """Every contacted enemy has an attacker of its own as far as there are attackers (SN-10.2g).

    Of equal ways: that with most combat stands (SN-10.2d), then most met frontally (SN-10.2e), then most of the wished
    enemies, then the first by the ids of the attackers.
    """
    best: Pairs = ()
    worth: tuple[int, int, int, int] = (-1, 0, 0, 0)
    for pairs in _ways(battle, attackers):
        found = (
            len(pairs),
            sum(type_of(battle, enemy).is_cs for _, enemy in pairs),
            sum(faces(battle, enemy, one) for one, enemy in pairs),
            sum(enemy in wishes for _, enemy in pairs),
        )
        if found > worth:
            best, worth = pairs, found
    return best


def _ways(battle: Battle, attackers: tuple[StandId, ...]) -> Iterator[Pairs]:
    options = [(*foes(battle, one), None) for one in attackers]
    for chosen in product(*options):
        pairs = tuple((one, enemy) for one, enemy in zip(attackers, chosen, strict=True) if enemy is not None)
        if len({enemy for _, enemy in pairs}) == len(pairs):
            yield pairs


def _allotted(play: Play[Battle], attackers: tuple[StandId, ...], pairs: Pairs, how: How) -> Mapping[StandId, StandId]:
    """Attackers without an enemy of their own, and whose enemy they help against (D10, SN-10.2g)."""
    fighting = {one for one, _ in pairs}
    against = {enemy: one for one, enemy in pairs}
    found: dict[StandId, StandId] = {}
    for one in attackers:
        options = tuple(enemy for enemy in foes(play.battle, one) if enemy in against)
        if one in fighting or not options:
            continue
        seat = seat_of_stand(play.battle, one)
        view = play.seen(seat)
        dice = {
            enemy: strike_sum(view, Clash(attacker=against[enemy], defender=enemy, how=how), enemy).dice
            for enemy in options
        }
        found[one] = _asked(play, one, options, max(options, key=lambda enemy: (dice[enemy], enemy)))
    return found


def _asked(play: Play[Battle], stand: StandId, options: tuple[StandId, ...], default: StandId) -> StandId:
    """Whom a support supports against, or helps, where there is a choice (D10, D11)."""
    if len(options) == 1:
        return options[0]
    seat = seat_of_stand(play.battle, stand)
    ask = AskStand(seat=seat, default=StandChoice(default), matter="support", stand=stand, options=options)
    return play.ask(ask).stand or default


# --- fighting -----------------------------------------------------------------------------------------------------


def _clashes(play: Play[Battle], pairs: Pairs, spare: Mapping[StandId, StandId], how: How) -> tuple[Clash, ...]:
    """All contacts made, with the supports of both sides.

    An attacker of a battle stand in a melee joins that (SN-10.6d); a support alone is pulled out of its own (SN-11.4c).
    """
    fought = {enemy for _, enemy in pairs}
    surprised: dict[StandId, bool] = {}
    silent: dict[StandId, tuple[StandId, ...]] = {}
    for one, enemy in pairs:
        if melee_enemy(play.battle, one, enemy) is not None:
            continue
        silent[one] = pulled_out(play, enemy)
        others = tuple(other for other in contacted(play.battle, one) if other != enemy)
        surprised[one] = make_contact(play, one, enemy, how, others)
    theirs = _sides_taken(play, {one: enemy for one, enemy in pairs if one in surprised}, fought)
    found: list[Clash] = []
    for one, enemy in pairs:
        battle = play.battle
        mine = {friend for friend in helpers(battle, one, enemy) if friend not in dict(pairs) and friend not in spare}
        mine |= {friend for friend, against in spare.items() if against == enemy}
        exposed = [other for other in contacted(battle, one) if other not in fought and not faces(battle, other, one)]
        found.append(
            Clash(
                attacker=one, defender=enemy, how=how, surprise=surprised.get(one, False),
                silent=silent.get(one, ()),
                attackers_helpers=tuple(sorted(mine)), defenders_helpers=theirs.get(one, ()),
                exposed=tuple(other for other in exposed if melee_of(battle, other) is None),
            )
        )  # fmt: skip
    return tuple(found)


def _sides_taken(
    play: Play[Battle], pairs: Mapping[StandId, StandId], fought: set[StandId]
) -> Mapping[StandId, tuple[StandId, ...]]:
    """The supports of the attacked, by attacker; one that faces two attackers supports against one (SN-10.6a, D11)."""
    facing: dict[StandId, list[StandId]] = {}
    for one, enemy in sorted(pairs.items()):
        for friend in helpers(play.battle, enemy, one):
            if friend not in fought:
                facing.setdefault(friend, []).append(one)
    taken: dict[StandId, tuple[StandId, ...]] = {}
    for friend, attackers in sorted(facing.items()):
        against = _asked(play, friend, tuple(attackers), attackers[0])
        taken[against] = (*taken.get(against, ()), friend)
    return taken


def _fight(play: Play[Battle], clash: Clash) -> bool:
    """One of the fights, as it stands when its turn has come; whether it came to it."""
    one, enemy = clash.attacker, clash.defender
    if not able(play.battle, one) or not faces(play.battle, one, enemy) or not play.battle.stands[enemy].on_board:
        return False
    if joins(play, one, enemy, clash.how if clash.how != "again" else "attack"):
        return True
    clash = _there(play.battle, clash)
    clash = replace(clash, cb_lost=contact_fire(play, clash))
    fired_and_died(play, clash)
    if able(play.battle, one) and play.battle.stands[enemy].on_board:
        platoons = standing_platoons(play.battle, clash)
        lost = fight(play, _there(play.battle, clash))
        platoons_fall(play, platoons, won=lost == one)
    return True


def _there(battle: Battle, clash: Clash) -> Clash:
    """The clash with those of its supports who are still there and in no other melee."""

    def free(some: tuple[StandId, ...], enemy: StandId) -> tuple[StandId, ...]:
        return tuple(one for one in still(battle, some, enemy) if melee_of(battle, one) is None)

    return replace(
        clash,
        attackers_helpers=free(clash.attackers_helpers, clash.defender),
        defenders_helpers=free(clash.defenders_helpers, clash.attacker),
        exposed=tuple(one for one in clash.exposed if battle.stands[one].on_board),
    )
