"""The battles a campaign calls, tended by the worker: begun as games, fought by aides, taken back, once each.

A battle's game has an id made of the campaign's and of the entry that called it, so it is begun once; its result is an
entry of the campaign's journal, written only where none stands, so it is taken once, whenever a process ends.
"""

import logging
from functools import partial
from typing import Any

from msgspec.structs import replace
from sqlmodel import col, select

from pbem.engine.called import BattleResult, CalledBattle, CallsBattles
from pbem.engine.callfights import NotTaken, fought, made, result_of, whose
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import CalledBy
from pbem.engine.ruleset import RuleSet
from pbem.rulesets import UnknownRules, rule_set, rule_sets
from pbem.scenarios import BadScenario, ground_of
from pbem.service.agreements.seating import hand_to_aide
from pbem.service.campaigns.calls import battle_at_all, battle_game, called_in, entry_of, taken
from pbem.service.campaigns.stopping import close_settled, tend_stopped
from pbem.service.campaigns.tabling import announce
from pbem.service.options import Options
from pbem.service.play.games import BadGame, CalledGame, new_game
from pbem.service.play.mailing import compose_mails
from pbem.service.play.playermail import trouble_word
from pbem.service.play.work import UnknownGame, Work, open_game
from pbem.service.services import Services, apart, retried
from pbem.store.errors import BrokenGame
from pbem.store.tables import Game, PlayerId

log = logging.getLogger(__name__)


def tend_battles(services: Services) -> tuple[GameId, ...]:
    """Do for every running game what its battles want next; the games for which a result was taken."""
    kinds = [name for name in rule_sets() if services.rules(name).calls is not None]
    with services.db.reading() as session:
        running = select(Game.id).where(col(Game.state) == "running", col(Game.rules).in_(kinds))
        games = [GameId(one) for one in session.exec(running).all()]
    took: list[GameId] = []
    for game in games:
        with apart(log, "the battles of %s could not be seen to", game):
            if _tend(services, game):
                took.append(game)
    close_settled(services)
    return tuple(took)


def _tend(services: Services, game: GameId) -> bool:
    try:
        work = open_game(services, game)
    except (UnknownGame, BrokenGame):
        return False
    took = False
    for one in called_in(work):
        if one.result is None:
            took = _further(services, work, one) or took
    return took


def _further(services: Services, work: Work, one: CalledBattle) -> bool:
    """Begin a battle, fight it, or take its result; whether a result was taken."""
    game = battle_game(work, one.spec.number)
    there = battle_at_all(services, game)
    if there is None or there.state == "stopped":
        stuck = there is not None or _stored(services, game)
        if stuck and one.how == "aides":  # its own game cannot go on: it is fought anew
            return _by_aides(services, work, one)
        if stuck:
            return one.how == "post" and tend_stopped(services, work, one, game, partial(_by_aides, services))
    if there is not None and there.state == "over":
        result = result_of(there.rules, one.spec, there.battle, "post")
        return take_result(services, work.game, one.spec.number, result, fought_as=there)
    if one.how == "table" and not _anyone(work, one):
        return _by_aides(services, work, one)
    if one.how == "table":
        announce(services, work, one)
    elif one.how == "aides" and there is not None:
        _finish(services, there)
    elif one.how == "aides":
        return _by_aides(services, work, one)
    elif one.how == "post" and there is None:
        return _begin(services, work, one, game)
    return False


def _anyone(work: Work, one: CalledBattle) -> bool:
    """Whether there is a person to tell what came of a battle on a real table: a commander in it, or an umpire."""
    seats = [command.seat for side in one.spec.sides for command in side.commands]
    return bool(work.desk.umpire) or any(work.chair(seat).person is not None for seat in seats)


def _finish(services: Services, battle: Work) -> None:
    """A battle that lasts too long is fought to its end by aides from where it stands."""
    for chair in battle.chairs:
        if not chair.aide:
            hand_to_aide(services, battle.game, chair.seat)


# --- fought -------------------------------------------------------------------------------------------------------


def _by_aides(services: Services, work: Work, one: CalledBattle) -> bool:
    """A battle fought in memory and taken; where it cannot be, as the campaign's own table has it."""
    try:
        rules = rule_set(one.rules)
        result = fought(rules, one.spec, partial(ground_of, one.rules, one.spec.field), bytes.fromhex(work.seed))
    except (NotTaken, UnknownRules, BadScenario) as fault:
        return _by_table(services, work, one, fault)
    return take_result(services, work.game, one.spec.number, result)


def _by_table(services: Services, work: Work, one: CalledBattle, fault: Exception) -> bool:
    """A battle that its rules cannot fight, settled by the campaign's own table; the umpire is told why."""
    calls: CallsBattles[Any] | None = work.rules.calls
    assert calls is not None
    log.warning("battle %s of %s cannot be fought: %s", one.spec.number, work.game, fault)
    result = calls.default(work.battle, one.spec.number)
    return take_result(services, work.game, one.spec.number, result, fault=str(fault))


def _begin(services: Services, work: Work, one: CalledBattle, game: GameId) -> bool:
    """A game of its own, its seats those of the commanders' players; whether it had to be settled otherwise."""
    entry = entry_of(work, one.spec.number)
    by = CalledBy(game=work.game, entry=entry, hash=work.hashes[entry - 1], number=one.spec.number, title=work.title)
    try:
        rules: RuleSet[Any] = rule_set(one.rules)
        scenario = made(rules, one.spec, partial(ground_of, one.rules, one.spec.field), several=True)
        players = {seat: _player(work, whose(one.spec, seat)) for seat in scenario.seats}
        umpire = PlayerId(work.desk.umpire) if work.desk.umpire and any(players.values()) else None
        new_game(
            services, f"{one.rules}/battle-{one.spec.number}", players, _options(work.options, umpired=bool(umpire)),
            game=game, umpire=umpire, called=CalledGame(scenario, one.rules, by),
        )  # fmt: skip
    except BadGame as fault:
        if _stored(services, game):  # begun by another worker meanwhile, or not to be read now
            return False
        return _by_table(services, work, one, fault)
    except (NotTaken, UnknownRules, BadScenario) as fault:
        return _by_table(services, work, one, fault)
    return False


def _stored(services: Services, game: GameId) -> bool:
    with services.db.reading() as session:
        return session.get(Game, game) is not None


def _player(work: Work, seat: Seat) -> PlayerId | None:
    person = work.chair(seat).person if seat else None
    return person.player if person is not None else None


def _options(options: Options, *, umpired: bool) -> Options:
    """The campaign's own, less what only a campaign knows."""
    return replace(
        options, pace="", sight="", commanders="", battles="", own_side="", fought_by="", lead="", voice="",
        letters="at once", newsbook="none", aides={}, reports=options.reports if umpired else "at once",
    )  # fmt: skip


# --- the result taken ---------------------------------------------------------------------------------------------


def take_result(
    services: Services,
    game: GameId,
    number: int,
    result: BattleResult,
    *,
    fought_as: Work | None = None,
    by: str = "",
    fault: str = "",
) -> bool:
    """Write a battle's result into the campaign's journal, once, and play on if the campaign waits for it.

    fought_as: the battle's own game, over.  by: the player who tells it.  fault: why it could not be fought, for the
    umpire alone.  False where the battle is over, has a result,
    or was turned back meanwhile."""

    def attempt() -> bool:
        work = open_game(services, game)
        known = next((one for one in called_in(work) if one.spec.number == number), None)
        stale = fought_as is not None and fought_as.game != (battle_game(work, number) if known else "")
        if known is None or known.result is not None or stale:
            return False
        taken(work, number, result, fought_as=fought_as, by=by)
        if fault:
            said = f"{known.spec.title} could not be fought: {fault}. The campaign's own table has settled it."
            trouble_word(work, f"battle {number} was not fought", said)
            compose_mails(work)
        work.write()
        return True

    return retried(attempt)
