"""Games: begun, looked up, resumed after a stop."""

import re
import secrets
from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.dice import commitment
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import CalledBy, Forked, Opened, Seated
from pbem.engine.ruleset import RuleSet, Scenario
from pbem.engine.wording import listed
from pbem.reports.letter import Para
from pbem.service.model.desk import Desk
from pbem.service.model.mails import Correspondent
from pbem.service.options import Options, as_agreed, check_options
from pbem.service.play.broken import mend
from pbem.service.play.forks import battle_at, knows_other
from pbem.service.play.journals import Lines
from pbem.service.play.mailing import compose_mails
from pbem.service.play.mending import accept_rules
from pbem.service.play.playermail import mail_umpires
from pbem.service.play.running import go_on, guarded, play_on, set_going
from pbem.service.play.work import Agreed, Also, UnknownGame, Work, chairs_of, correspondent, open_game
from pbem.service.queues import deliverability
from pbem.service.services import Services, retried
from pbem.store.errors import BrokenGame, Conflict
from pbem.store.mails import read_again
from pbem.store.tables import Game, Muster, Player, PlayerId, SeatRow

SEED_BYTES = 32


class BadGame(Exception):
    """A game cannot be begun like this; the message says what and what to do instead."""


def new_game(
    services: Services,
    scenario: str,
    seats: Mapping[Seat, PlayerId | None],
    options: Options | None = None,
    *,
    seed: bytes | None = None,
    game: GameId | None = None,
    host: PlayerId | None = None,
    umpire: PlayerId | None = None,
    also: Also | None = None,
    forked: Forked | None = None,
    called: "CalledGame | None" = None,
) -> GameId:
    """Begin a game: the first turn is asked, and its reports are in the outbox, in the same transaction.

    scenario: a name (``rules/battle``) or a path.  seats: a player for each of its seats, None for the
    aide-de-camp.  seed: of the dice (default: from the system's own randomness).  game: its id (default: from its
    name).  host: the player who made it, None for the operator.  umpire: the player who umpires it.
    also: what else is written in that transaction.  forked: the place in another game's story that it begins at,
    instead of the scenario's beginning.  called: the battle of a campaign that it is, instead of a scenario.
    Raises BadGame, OptionsError, BadScenario, and Conflict where ``also`` does.
    """
    options = options or Options()
    check_options(options)
    if called is not None:
        found, rules = called.scenario, called.rules
    elif forked is None:
        loaded = services.scenarios(scenario, options.of_scenario)
        found, rules = loaded.scenario, loaded.rules.name
    else:
        found, rules = battle_at(services, forked)
        _check_strangers(services, forked, [one for one in (*seats.values(), umpire) if one is not None])
    check_playable(scenario, found, seats)
    if umpire is not None and umpire in seats.values():
        raise BadGame("the umpire of a game plays no seat of it; give the seat to another player or to the aide")
    if options.reports == "held" and umpire is None:
        raise BadGame("reports are held for an umpire, and this game has none; name one, or let reports go out at once")
    if options.battles == "ruled" and umpire is None:
        raise BadGame("an umpire rules what comes of those battles, and this game has none; choose other battles")
    if options.letters == "couriers" and services.rules(rules).course.couriers is None:
        raise BadGame(f"{services.rules(rules).title} has no couriers; letters can go at once")
    _check_aides(services.rules(rules), found, options)
    begun = _Begun(scenario, found, rules, seats, options, seed, game, host, umpire, also, forked, called)
    return retried(lambda: _begin(services, begun)) if also is None else _begin(services, begun)


class _Begun(NamedTuple):
    """What a game begins with."""

    source: str
    """Its scenario as it was named."""

    scenario: Scenario[Any]

    rules: str

    seats: Mapping[Seat, PlayerId | None]

    options: Options

    seed: bytes | None

    wanted: GameId | None

    host: PlayerId | None

    umpire: PlayerId | None

    also: Also | None

    forked: Forked | None

    called: "CalledGame | None"


class CalledGame(NamedTuple):
    """A battle that a campaign has called, ready to be begun."""

    scenario: Scenario[Any]

    rules: str
    """The rule set that takes it."""

    by: CalledBy
    """The campaign, and its entry that calls the battle."""


def _check_strangers(services: Services, forked: Forked, players: Collection[PlayerId]) -> None:
    """Raises BadGame where one of them plays the other game and it still goes on."""
    for one in players:
        why = knows_other(services, forked, one)
        if why:
            raise BadGame(why)


def check_playable(source: str, scenario: Scenario[Any], seats: Collection[Seat]) -> None:
    """Raises BadGame for a scenario with faults, or for other seats than it has."""
    if scenario.battle is None or scenario.faults:
        raise BadGame(f"{source} cannot be played: {'; '.join(f'{f.where}: {f.what}' for f in scenario.faults)}")
    if set(seats) != set(scenario.seats):
        raise BadGame(
            f"{scenario.title} has the seats {', '.join(scenario.seats)}; given were {', '.join(seats) or 'none'}. "
            "Name a player or the aide-de-camp for each."
        )


def _begin(services: Services, begun: _Begun) -> GameId:
    scenario, seats, options, wanted = begun.scenario, begun.seats, begun.options, begun.wanted
    rules, seed = services.rules(begun.rules), begun.seed
    seed = seed if seed is not None else secrets.token_bytes(SEED_BYTES)
    titles = {seat: scenario.seat_titles.get(seat, seat.capitalize()) for seat in scenario.seats}
    by = begun.called.by if begun.called else msgspec.UNSET
    agreed = Agreed(options, titles, begun.forked or msgspec.UNSET, by)
    rows = [SeatRow(game=GameId(""), seat=s, player=p, aide=p is None, state="taken") for s, p in seats.items()]
    with services.db.reading() as session:
        people = _people(session, {**seats, UMPIRE: begun.umpire})
        game = wanted or free_id(session, scenario.name)
        if session.get(Game, game) is not None:
            if begun.also is not None:
                raise Conflict(f"somebody else began the game {game} just now")
            raise BadGame(f"there is a game {game!r} already; give another id")
    now = services.clock.now()
    work = Work(
        services=services, game=game, title=scenario.title, rules=rules, options=options, seed=seed.hex(),
        state="running",
        now=now, head=None, chairs=chairs_of(agreed, rows, people), desk=Desk(), table=Lines(()), battle=None, marks=(),
        people=people,
    )  # fmt: skip
    opened = Opened(
        rules=rules.name, rules_version=rules.version, title=scenario.title, seats=scenario.seats,
        commitment=commitment(seed), battle=scenario.battle, agreed=as_agreed(options),
        forked=begun.forked or msgspec.UNSET, called=by,
    )  # fmt: skip
    work.note("game", "engine", opened)
    for seat in scenario.seats:
        player = seats[seat]
        act = Seated(seat=seat, act="taken", who=player) if player else Seated(seat=seat, act="aide")
        work.note("seat", seat, act)
    if begun.umpire is not None:
        work.note("seat", UMPIRE, Seated(seat=UMPIRE, act="umpire", who=begun.umpire))
        _welcome_umpire(work)
    play_on(work)
    compose_mails(work)

    def rows_of_the_game(session: Session) -> None:
        if session.get(Game, game) is not None:
            raise Conflict(f"somebody else began a game {game} just now")
        session.add(
            Game(
                id=game, title=scenario.title, rules=rules.name, rules_version=rules.version, scenario=begun.source,
                options=msgspec.json.encode(agreed).decode(), seed=seed.hex(), created_at=now, host=begun.host,
            )
        )  # fmt: skip
        session.flush()
        for seat, player in seats.items():
            session.add(SeatRow(game=game, seat=seat, player=player, aide=player is None, state="taken"))
        session.flush()

    work.write(*(() if begun.also is None else (begun.also,)), first=rows_of_the_game)
    return game


def _welcome_umpire(work: Work) -> None:
    """A mail to the umpire of a new game."""
    sides = listed([f"{one.title} ({one.person.name if one.person else 'the aide-de-camp'})" for one in work.chairs])
    what = f"You umpire {work.title}. It is played by {sides}; they are told who umpires."
    can = (
        "Your page shows whose orders are in, the true map and the view of each side. There you can remind a player, "
        "move the deadline, pause the game and give orders for a side."
    )
    mail_umpires(work, work.umpires, "you are the umpire", what, (Para(can),))


def _check_aides(rules: RuleSet[Any], scenario: Scenario[Any], options: Options) -> None:
    """Raises BadGame for an aide of a temperament, or of a seat, that there is not."""
    for seat, temper in options.aides.items():
        if seat not in scenario.seats:
            raise BadGame(f"{scenario.title} has the seats {', '.join(scenario.seats)}; there is no aide for {seat!r}")
        if temper not in rules.aide.tempers:
            there_are = (
                f"there are {', '.join(rules.aide.tempers)}" if rules.aide.tempers else f"{rules.title} has but one"
            )
            raise BadGame(f"there is no aide-de-camp of the temperament {temper!r}; {there_are}")


def _people(session: Session, seats: Mapping[Seat, PlayerId | None]) -> dict[PlayerId, Correspondent]:
    people: dict[PlayerId, Player] = {}
    for seat, player in seats.items():
        if player is not None:
            row = session.get(Player, player)
            if row is None:
                raise BadGame(f"there is no player {player!r} for the seat {seat}; add the player first")
            people[player] = row
    away = deliverability.elsewhere(session, people.values())
    return {player: correspondent(row, away.get(player, "")) for player, row in people.items()}


def free_id(session: Session, name: str) -> GameId:
    """The scenario's own name, with a number when a game has it or one that gathers: ``harrow-down-2``."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.rpartition("/")[2].lower()).strip("-") or "game"
    taken: set[str] = set(session.exec(select(Game.id).where(col(Game.id).startswith(slug, autoescape=True))).all())
    taken |= set(session.exec(select(Muster.id).where(col(Muster.id).startswith(slug, autoescape=True))).all())
    if slug not in taken:
        return GameId(slug)
    return GameId(next(f"{slug}-{n}" for n in range(2, len(taken) + 3) if f"{slug}-{n}" not in taken))


def load_game(services: Services, game: GameId) -> Work:
    """A game as it stands, to look at or to work on.  Raises UnknownGame, JournalError."""
    return open_game(services, game)


def games(services: Services) -> tuple[tuple[GameId, str, str], ...]:
    """Every game: id, title, state; oldest first."""
    with services.db.reading() as session:
        found = session.exec(select(Game).order_by(col(Game.created_at), col(Game.id))).all()
    return tuple((one.id, one.title, one.state) for one in found)


def resume(services: Services, game: GameId, reason: str, *, accept: bool = False) -> bool:
    """Let a stopped game go on, once its cause is mended: the open step is played again.  False when it stops anew.

    accept: where the rules of today differ from the journal, go on by them from there (`accept_rules`).

    Its open deadline begins anew, and the mails that were kept for it are read again.

    Raises UnknownGame, BadGame when it is not stopped, and BrokenGame when its journal
    is damaged still.
    """
    mend(services, game)

    def attempt() -> bool:
        work = open_game(services, game)
        if not set_going(work, UMPIRE, reason):
            raise BadGame(f"{work.title} ({game}) is not stopped, it is {work.state}")
        fine = work.state == "over" or guarded(
            work, partial(accept_rules, work, reason) if accept else partial(go_on, work)
        )
        work.write(*(partial(read_again, game=game),) if fine else ())
        return fine

    return retried(attempt)


def check_open_steps(services: Services) -> tuple[GameId, ...]:
    """Run every open step once (after a new version was put in); the games that had to be stopped."""
    stopped: list[GameId] = []
    for game, _, state in games(services):
        if state == "running":
            try:
                if not _still_plays(services, game):
                    stopped.append(game)
            except (UnknownGame, BrokenGame):  # a damaged one is stopped as it is opened, and told of there
                continue
    return tuple(stopped)


def _still_plays(services: Services, game: GameId) -> bool:
    def attempt() -> bool:
        work = open_game(services, game)
        fine = guarded(work, partial(play_on, work))
        if work.drafts:
            work.write()
        return fine

    return retried(attempt)
