"""Evasion (SN-5.0): who may, whether it wants to, and where it goes."""

import msgspec

from pbem.engine.hexes import Hex, depth, flank_hexes, rear_hexes
from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.footing import may_stand
from pbem.rulesets.snaphance.fighting.sight import before_line, from_front
from pbem.rulesets.snaphance.moving import command, generals, ground, zones
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.special.shot_platoon import holds_with
from pbem.rulesets.snaphance.standing.orders import yes_or_no
from pbem.rulesets.snaphance.state.asks import AskEvasions, AskWay, AskYesNo, Evasions, Way, YesNo, evasions
from pbem.rulesets.snaphance.state.battle import Battle, melee_of, seat_of_stand, stand_at, type_of
from pbem.rulesets.snaphance.state.facts import Disordered, Evaded, EvasionBarred, Stepped
from pbem.rulesets.snaphance.state.rulings import reading, switched
from pbem.rulesets.snaphance.state.tables import EVADERS, rules
from pbem.rulesets.snaphance.state.venturing import felt_by

# --- whether ------------------------------------------------------------------------------------------------------


def evades_at_all(battle: Battle, stand: StandId) -> bool:
    """Skirmishers, dragoons and light cavalry do (SN-5.0a)."""
    return type_of(battle, stand).category in EVADERS


def may_evade(
    battle: Battle, stand_id: StandId, attacker: StandId, *, fire: bool, near_attacked: bool = False
) -> No | None:
    """Why a stand may not evade from an attacker; None when it may.

    fire: from a shot, not a charge.  near_attacked: contacted because a combat stand near it is attacked (SN-5.0g).
    """
    stand = battle.stands[stand_id]
    row = type_of(battle, stand_id)
    before = stand.doing.evaded.get(attacker, 0)
    if not evades_at_all(battle, stand_id):
        return No(rules("SN-5.0a"), f"{row.title} does not evade")
    if battle.active_side == stand.side:
        return No(rules("SN-5.0a"), "no stand evades in an activation of its own side")
    if melee_of(battle, stand_id) is not None:
        return No(rules("SN-5.0h"), f"{stand_id} is in close combat")
    if before and _evades_once(battle, stand_id):
        by = ("SN-5.0f", *(() if row.weapon == "musket" else switched(battle, "SN-Q60")))
        return No(rules(*by), f"{'' if by[1:] else 'musket '}skirmishers evade once from the same attacker")
    if attacker in stand.doing.barred_from:
        return No(rules("SN-5.0d", "SN-5.0e"), f"{stand_id} may not evade from {attacker} again")
    if before and stand.disordered:
        return No(rules("SN-5.0d", "SN-5.0e"), f"{stand_id} is disordered and has evaded from {attacker} already")
    if fire and not from_front(battle, stand_id, battle.stands[attacker].hex):
        return No(rules("SN-5.0a"), "the shot does not come through its front")
    if not fire and not near_attacked and not _seen_coming(battle, stand_id, attacker):
        return No(rules("SN-5.0b", "SN-Q65"), f"{attacker} was never in front of its front face line")
    if not ways(battle, stand_id):
        return No(rules("SN-5.0c"), "there is no way to its rear")
    return None


def _evades_once(battle: Battle, stand_id: StandId) -> bool:
    """Skirmishers with muskets evade once from the same attacker; or all skirmishers do (SN-5.0f, SN-Q60)."""
    row = type_of(battle, stand_id)
    every = reading(battle, "SN-Q60") == "skirmishers-once"
    return row.category == "Sk" and (row.weapon == "musket" or every)


def _seen_coming(battle: Battle, stand_id: StandId, attacker: StandId) -> bool:
    """Whether any hex of the attacker's approach this turn lay in front of the stand's front face line (SN-5.0b), or it
    began beside the stand's flank and merely turned (SN-5.0g)."""
    stand, enemy = battle.stands[stand_id], battle.stands[attacker]
    start = enemy.doing.started_hex or enemy.hex
    approach = (start, *enemy.doing.trail, enemy.hex)
    if any(before_line(battle, stand_id, here) for here in approach):
        return True
    return not enemy.doing.trail and enemy.hex == start and start in flank_hexes(stand.hex, stand.facing)


def evades_by_default(view: Battle, stand: StandId, attacker: StandId) -> bool:
    """D12: Sk from combat stands and light cavalry unless they can fight where they are; Dr and LC from MCS."""
    row = type_of(view, attacker)
    if type_of(view, stand).category == "Sk":
        return (row.is_cs or row.category == "LC") and not may_stand(view, stand, attacker)
    return row.is_mcs


def ask_to_evade(view: Battle, stand: StandId, attacker: StandId, *, supports: bool = False) -> AskYesNo:
    """D12, D15 for a stand that has evaded from this attacker before, or D22 for Sk that would only support."""
    again = view.stands[stand].doing.evaded.get(attacker, 0) > 0
    dies = supports and not may_stand(view, stand, attacker)
    default = again or dies or (not supports and evades_by_default(view, stand, attacker))
    if view.special and holds_with(view, stand, attacker):
        default = False
    return AskYesNo(
        seat=seat_of_stand(view, stand), default=YesNo(default),
        matter="evade_again" if again else "sk_support" if supports else "evade", stand=stand, other=attacker,
    )  # fmt: skip


def ask_evasions(play: Play[Battle], attacker: StandId, asks: tuple[AskYesNo, ...]) -> tuple[StandId, ...]:
    """Who evades a charge: one question for each seat, which names all its stands that may (D12, D15, D22).

    Where the stands are several commanders', these are asked together.
    """
    if not asks:
        return ()
    seats = tuple(dict.fromkeys(one.seat for one in asks))
    if len(seats) > 1:
        return _of_several(play, attacker, [tuple(one for one in asks if one.seat == seat) for seat in seats])
    if len(asks) == 1:
        return (asks[0].stand,) if play.ask(asks[0]).yes else ()
    default = evasions_by_default(play.seen(asks[0].seat), asks)
    return play.ask(AskEvasions(seat=asks[0].seat, default=default, other=attacker, questions=asks)).going


def _of_several(play: Play[Battle], attacker: StandId, parts: list[tuple[AskYesNo, ...]]) -> tuple[StandId, ...]:
    """The same of several commanders; parts: what each is asked."""
    batch: list[AskEvasions] = []
    for asks in parts:
        seat = asks[0].seat
        default = evasions_by_default(play.seen(seat), asks)
        batch.append(AskEvasions(seat=seat, default=default, other=attacker, questions=asks))
    going: tuple[StandId, ...] = ()
    for answer in play.ask_each(batch):
        going = (*going, *answer.going)
    return tuple(sorted(going))


def evasions_by_default(view: Battle, asks: tuple[AskYesNo, ...]) -> Evasions:
    """Who evades if nothing is said: as standing orders have it, else by the default of each."""
    going: tuple[StandId, ...] = ()
    for one in asks:
        said = yes_or_no(view, one)
        if said[0].yes if said is not None else one.default.yes:
            going = (*going, one.stand)
    return evasions((one.stand for one in asks), going)


def wishes_to_evade_fire(play: Play[Battle], target: StandId, shooter: StandId, dice: int) -> bool:
    """D13: the target announces it when the shot is declared (SN-Q37)."""
    if not evades_at_all(play.battle, target) or may_evade(play.battle, target, shooter, fire=True) is not None:
        return False
    seat = seat_of_stand(play.battle, target)
    ask = AskYesNo(seat=seat, default=YesNo(yes=False), matter="evade_fire", stand=target, other=shooter, dice=dice)
    return play.ask(ask).yes


# --- where to -----------------------------------------------------------------------------------------------------


class Flight(msgspec.Struct, frozen=True):
    """A way of evading.

    harm: enemy zones entered and disorder by ground, which the default avoids.  left: steps to the left rear.
    """

    path: tuple[Hex, ...]
    harm: int
    left: int


def ways(battle: Battle, stand_id: StandId) -> tuple[Flight, ...]:
    """Every lawful evasion: 1H to a full normal move by the rear hexes, facing kept (SN-5.0c, D14), the default first.

    Friends may be passed but not ended on (SN-4.10a); an enemy zone (SN-4.6b) or halting ground ends it.
    """
    found: list[Flight] = []
    _flee(battle, stand_id, Flight((), 0, 0), found)
    if found and reading(battle, "SN-Q30") == "full":
        most = max(len(flight.path) for flight in found)
        found = [flight for flight in found if len(flight.path) == most]
    return tuple(sorted(found, key=_default_first))


def _default_first(flight: Flight) -> tuple[int, int, int, tuple[Hex, ...]]:
    return flight.harm, -len(flight.path), flight.left, flight.path


def _flee(battle: Battle, stand_id: StandId, so_far: Flight, found: list[Flight]) -> None:
    stand = battle.stands[stand_id]
    here = so_far.path[-1] if so_far.path else stand.hex
    if len(so_far.path) == type_of(battle, stand_id).mp_first:
        return
    left, right = rear_hexes(here, stand.facing)
    for to, leftward in ((right, 0), (left, 1)):
        path = (*so_far.path, to)
        other, entry = stand_at(battle, to), ground.entry(battle, stand_id, to)
        if entry.closed or (other is not None and other.side != stand.side):
            continue
        barrier = ground.barrier(battle, here, to)
        if barrier and so_far.path:
            continue  # SNT-def-a: it may cross at the start of a move only
        if any(len(path) > most for most in fields_limit(battle, stand_id, path)):
            continue
        if zones.barred_by(battle, stand.side, to, stand.facing):
            continue  # SN-4.6c: only retreats are not bound by it
        in_zone = bool(zones.enemy_zocs(battle, stand.side, to))
        upset = entry.disorders or (barrier and ground.crossing_disorders(battle, stand_id))
        harm = so_far.harm + in_zone + (upset and not stand.disordered)
        flight = Flight(path, harm, so_far.left + leftward)
        if other is None:
            found.append(flight)
        if not (in_zone or (entry.halts and reading(battle, "SN-Q55") == "halts")):
            _flee(battle, stand_id, flight, found)


def fields_limit(battle: Battle, stand_id: StandId, path: tuple[Hex, ...]) -> tuple[int, ...]:
    """The most hexes of a move that leaves where a stand is and goes through what a path touches (SNT-field-a,
    SNT-swamp-a); () without a limit."""
    limits = [ground.at_most_from(battle, stand_id, battle.stands[stand_id].hex)]
    limits += [ground.entry(battle, stand_id, here).at_most for here in path]
    return tuple(most for most in limits if most is not None)


def evade(play: Play[Battle], stand_id: StandId, attacker: StandId, *, fire: bool) -> None:
    """The stand goes back (D14) and, from its second evasion on, takes its test.

    Rules: SN-5.0c, SN-5.0d, SN-5.0e, SN-5.0f, SN-Q60.
    """
    before = play.battle.stands[stand_id]
    times = before.doing.evaded.get(attacker, 0)
    seat = seat_of_stand(play.battle, stand_id)
    options = tuple(flight.path for flight in ways(felt_by(play, seat), stand_id))
    if not options:
        return
    path = options[0]
    if len(options) > 1:
        path = play.ask(
            AskWay(seat=seat, default=Way(options[0]), matter="evade", stand=stand_id, other=attacker, options=options)
        ).path
    ruled = _ruled(play.battle, stand_id, attacker, path, fire) if play.battle.rulings else ()
    walk_back(play, stand_id, path)
    musket = _evades_once(play.battle, stand_id)
    once = musket or (times == 0 and before.disordered)
    by = ("SN-5.0f",) if musket else ("SN-5.0e",) if once else ()
    cited = rules("SN-5.0c", *by, *ruled)
    play.record(Evaded(stand=stand_id, attacker=attacker, fire=fire, barred=once, rules=cited))
    if not times:
        return
    counted = command.evasions_before(play.battle, stand_id, attacker)
    if not command.order_test(play, (stand_id,), "evade", earlier=counted):
        if not play.battle.stands[stand_id].disordered:
            play.record(Disordered(stand=stand_id, cause="it failed its test after evading", rules=rules("SN-5.0d")))
        play.record(EvasionBarred(stand=stand_id, attacker=attacker, rules=rules("SN-5.0d")))


def _ruled(battle: Battle, stand_id: StandId, attacker: StandId, path: tuple[Hex, ...], fire: bool) -> tuple[str, ...]:
    """The switched rulings by which a stand evades so."""
    stand, enemy = battle.stands[stand_id], battle.stands[attacker]
    row = type_of(battle, stand_id)
    halting = any(ground.entry(battle, stand_id, here).halts for here in path[:-1])
    approach = (enemy.doing.started_hex or enemy.hex, *enemy.doing.trail, enemy.hex)
    level = not fire and all(depth(stand.hex, stand.facing, here) < 1 for here in approach)
    once = row.category == "Sk" and row.weapon != "musket" and _evades_once(battle, stand_id)
    asked = ("SN-Q30", *(("SN-Q55",) if halting else ()), *(("SN-Q9",) if level else ()))
    return switched(battle, *asked, *(("SN-Q60",) if once else ()))


def walk_back(play: Play[Battle], stand_id: StandId, path: tuple[Hex, ...]) -> None:
    """The steps of an evasion.  Friends are passed at a bound, to the free hex beyond (SN-4.10a, SN-4.10c)."""
    through: tuple[Hex, ...] = ()
    for to in path:
        if stand_at(play.battle, to) is not None:
            through = (*through, to)
            continue
        start, facing = play.battle.stands[stand_id].hex, play.battle.stands[stand_id].facing
        cited = rules("SN-5.0c", *(("SN-4.10a",) if through else ()))
        play.record(
            Stepped(stand=stand_id, start=start, to=to, facing=facing, how="evade", through=through, rules=cited)
        )
        for moved in generals.driven_off(play.battle, play.battle.stands[stand_id].side, to):
            play.record(moved)  # SN-3.1d
        if ground.barrier(play.battle, start, to if not through else through[0]):
            disordered_by_crossing(play, stand_id)
        disordered_by_ground(play, stand_id)
        through = ()


def disordered_by_crossing(play: Play[Battle], stand_id: StandId) -> None:
    """Disorder from the defences a stand has just crossed (SNT-def-b)."""
    if ground.crossing_disorders(play.battle, stand_id) and not play.battle.stands[stand_id].disordered:
        play.record(Disordered(stand=stand_id, cause="crossing defences", rules=rules("SNT-def-b")))


def disordered_by_ground(play: Play[Battle], stand_id: StandId) -> None:
    """Disorder from the hex a stand has just entered, other than by a move of its own."""
    stand = play.battle.stands[stand_id]
    entry = ground.entry(play.battle, stand_id, stand.hex)
    if entry.disorders and not stand.disordered:
        play.record(Disordered(stand=stand_id, cause="the ground it has entered", rules=entry.rules))
