"""Whole battles at random, every one of them checked entry by entry (``pbem fuzz``).

A game is a function of the seed and its number: what is found is found again by the line printed with it.
"""

from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.hexes import from_label
from pbem.engine.ids import GameId, Seq, Side, StandId
from pbem.engine.journal import Answered, Draft, Line, Opened, Story, check_chain, fold, seal, story, story_of
from pbem.engine.play import Misuse, Waiting, advance, audit
from pbem.engine.ruleset import Scenario
from pbem.paths import SCENARIOS
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.asks import AskOrders
from pbem.rulesets.snaphance.battle import Arrival, Battle, Defence, Stand, Terrain, key, on_board, terrain
from pbem.rulesets.snaphance.choices import choices
from pbem.rulesets.snaphance.commands import Sheet, StandingOrder
from pbem.rulesets.snaphance.facts import LeftBoard
from pbem.rulesets.snaphance.randomplay import Chance, random_answer
from pbem.scenarios import load_scenario
from pbem.yamlfile import read_yaml

PACES = ("round", "activation", "ask me")
MOST_ENTRIES = 60_000
"""More than this in one battle is a battle that does not end."""
_GAME = GameId("fuzz")
_TEXT = msgspec.json.Encoder(order="deterministic")


class NoRandomPlay(Exception):
    """Rules that have no random player."""


class Finding(msgspec.Struct, frozen=True):
    """Something wrong.  entry: of the journal, 0 where no entry is to blame.  again: the line that finds it again."""

    game: int
    step: int
    entry: int
    what: str
    again: str

    def __str__(self) -> str:
        return f"game {self.game}, step {self.step}, entry {self.entry}: {self.what}\n  again: {self.again}"


class Fault(Exception):
    """What a check found.  step, entry: where."""

    def __init__(self, what: str, step: int = 0, entry: int = 0) -> None:
        """what: one sentence."""
        super().__init__(what)
        self.step, self.entry = step, entry


class Setup(msgspec.Struct, frozen=True):
    """One game to be played.  wild: orders that may be refused are given too."""

    seed: int
    number: int
    battle: Battle
    wild: bool


def fuzz(rules: str, games: int, seed: int, first: int = 1) -> Iterator[Finding | None]:
    """Each game's finding in turn, None where nothing was found.  Raises NoRandomPlay."""
    if rules != RULES.name:
        raise NoRandomPlay(f"there is no random player for {rules!r}; there is one for {RULES.name!r}")
    for number in range(first, first + games):
        again = f"pbem fuzz {rules} --seed {seed} --first {number} --games 1"
        try:
            check_game(setup(seed, number))
        except Fault as fault:
            yield Finding(number, fault.step, fault.entry, str(fault), again)
        except (Exception, Misuse) as fault:  # noqa: BLE001  # whatever goes wrong in a battle is a finding
            yield Finding(number, 0, 0, f"{_where(fault)}{type(fault).__name__}: {fault}", again)
        else:
            yield None


def _where(fault: BaseException) -> str:
    """The place in the code that raised."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}: " if trace is not None else ""


# --- positions ------------------------------------------------------------------------------------------------------


def setup(seed: int, number: int) -> Setup:
    """A game by its number: Harrow Down or Mill Ford, and small random positions, in turn; all paces.

    Opportunity is in half of them, arrivals and an objective in a third of the random ones.
    """
    chance = Chance(f"setup {seed} {number}".encode())
    pace = PACES[number % 3]
    bans = () if chance.odds(50) else ("opportunity",)
    if number % 2:
        battle = load_scenario("mill-ford" if number % 6 == 5 else "harrow-down", {"pace": pace}).scenario.battle
    else:
        battle = random_position(chance, pace, late=number % 6 == 2)
    assert isinstance(battle, Battle)
    return Setup(seed, number, replace(battle, bans=bans), wild=chance.odds(40))


def random_position(chance: Chance, pace: str, late: bool = False) -> Battle:
    """Some stands of any sort on a small board of any ground, through the scenario reader.

    late: some of them come during the battle, and there is something to hold.  Raises Fault.
    """
    army_list = read_yaml(SCENARIOS / "snaphance" / "army-list.yaml").value
    columns, rows = 8 + chance.below(3), 7 + chance.below(3)
    spec = {
        "rules": "snaphance", "name": "random", "title": "A random position", "blurb": "Made by lot.",
        "year": 1450 + chance.below(250), "limit": 4 + chance.below(3), "board": {"columns": columns, "rows": rows},
        "army_list": army_list,
        "sides": [
            _side(chance, army_list, "south", _labels(columns, range(rows - 2, rows)), 12),
            _side(chance, army_list, "north", _labels(columns, range(1, 3)), 6),
        ],
    }  # fmt: skip
    if late:
        _come_later(spec, chance, columns, rows)
    read: Scenario[Battle] = RULES.scenario(spec, {"pace": pace})
    if read.battle is None:
        raise Fault(f"the random position is refused: {read.faults}")
    return _grounded(read.battle, chance, _labels(columns, range(rows)))


def _come_later(spec: dict[str, Any], chance: Chance, columns: int, rows: int) -> None:
    """Half of the stands enter by the row they would have started in; some hexes are to be held."""
    for side, row in zip(spec["sides"], (rows - 1, 0), strict=True):
        for stand in [one for group in side["groups"] for one in group["stands"]]:
            if chance.odds(50):
                del stand["hex"]
                by = chance.mixed(_labels(columns, range(row, row + 1)))[: 1 + chance.below(2)]
                stand["enters"] = {"round": 1 + chance.below(3), "hex": by, "secret": chance.odds(40)}
                if chance.odds(40):
                    stand["enters"]["roll"] = f"{2 + chance.below(5)}+"
    goals = chance.mixed(_labels(columns, range(2, rows - 2)))[:3]
    spec["objectives"] = [{"name": "places", "hexes": goals, "need": 2, chance.pick(("at_round", "from_round")): 3}]


def _labels(columns: int, rows: range) -> list[str]:
    return [f"{column + 1:02d}{row + 1:02d}" for column in range(columns) for row in rows]


def _side(chance: Chance, army_list: Any, side: str, hexes: list[str], facing: int) -> dict[str, Any]:  # noqa: ANN401  # parsed YAML
    letter = side[0].upper()
    total = 0
    stands: list[dict[str, Any]] = []
    for n, here in enumerate(chance.mixed(hexes)[: 3 + chance.below(5)], 1):
        row = chance.pick(sorted(army_list))
        total += army_list[row]["bp"] * len(army_list[row]["sp"])
        toward = facing if chance.odds(80) else 2 + 2 * chance.below(6)
        stands.append(
            {
                "id": f"{letter}{n:02d}", "name": f"stand {n}", "type": f"{row}-{chance.pick('AB')}", "hex": here,
                "facing": toward, "disordered": chance.odds(10),
            }
        )  # fmt: skip
    cut = len(stands) // 2 if chance.odds(60) else 0
    groups = [
        {
            "id": name, "stands": some,
            "general": {
                "id": f"{letter}{name[0]}", "name": f"general {name}", "bonus": chance.below(2), "with": some[0]["id"],
            },
        }
        for name, some in (("Van", stands[:cut]), ("Main", stands[cut:])) if some
    ]  # fmt: skip
    return {"id": side, "name": side.title(), "letter": letter, "break_at": (total + 1) // 2, "groups": groups}


def _grounded(battle: Battle, chance: Chance, labels: list[str]) -> Battle:
    """The battle on random ground: nothing impassable under a stand."""
    kinds: tuple[Terrain, ...] = get_args(Terrain)
    share = chance.pick((0, 20, 50))
    ground = dict(battle.ground)
    defences: list[Defence] = []
    for here in map(from_label, labels):
        if chance.odds(share):
            kind = chance.pick(kinds)
            if kind != "impassable" or key(here) not in battle.at:
                ground[key(here)] = kind
        if chance.odds(share // 10):
            defences.append(Defence(here, (chance.below(6),), prepared=chance.odds(50)))
    return replace(battle, ground=ground, defences=tuple(defences))


# --- one game -------------------------------------------------------------------------------------------------------


def check_game(game: Setup) -> None:
    """Play a game to its end and check it.  Raises Fault at the first thing wrong."""
    told, drafts = play_through(game)
    walked = _walk(game, drafts)
    if not fold(told.lines) == walked:
        raise Fault("replay does not equal play")
    entries = seal(RULES.codec, _GAME, None, "1600-01-01T00:00:00Z", [_opening(game), *drafts])
    check_chain(entries)
    if story(RULES.codec, entries) != told:
        raise Fault("the journal read back from bytes does not equal the journal as played")
    if game.number % 4 < 2:
        drifts = audit(RULES, told, _dice(game))
        if drifts:
            raise Fault(f"the audit does not agree: {drifts[0]}", entry=drifts[0].seq)
    if game.number % 5 == 0:
        _same(drafts, play_resumed(game))


def _opening(game: Setup) -> Draft:
    seats = tuple(one.seat for one in game.battle.armies)
    body = Opened(
        rules=RULES.name, rules_version=RULES.version, title=game.battle.title, seats=seats, commitment="",
        battle=game.battle,
    )  # fmt: skip
    return Draft("game", "engine", body)


def _dice(game: Setup) -> SeededDice:
    return SeededDice(f"{game.seed} {game.number}".encode(), _GAME, ())


def _player(game: Setup) -> Callable[[Battle, Ask[Any]], Given[Any]]:
    """Standing orders and paces decide what they decide; the rest is chance, a function of view and ask alone."""

    def decide(view: Battle, ask: Ask[Any]) -> Given[Any]:
        settled = RULES.decide(view, ask)
        if settled is not None:
            return settled
        text = b"%d %d|%s|%s" % (game.seed, game.number, _TEXT.encode(view), _TEXT.encode(ask))
        return Given(random_answer(view, ask, Chance(text), game.wild), "player")

    return decide


def play_through(game: Setup) -> tuple[Story, list[Draft]]:
    """The whole game in one go.  Raises Fault when it is stuck."""
    told = story_of([Line(Seq(1), "game", _opening(game).body)])
    run = advance(RULES, told, next_seq=2, dice=_dice(game), decide=_player(game))
    if run.stop is not None or not RULES.over(run.battle):
        raise Fault(f"the game is stuck: {run.stop!r}", entry=len(run.drafts) + 1)
    if len(run.drafts) > MOST_ENTRIES:
        raise Fault(f"the game took {len(run.drafts)} entries, over {MOST_ENTRIES}", entry=len(run.drafts))
    return run.story, list(run.drafts)


def play_resumed(game: Setup) -> list[Draft]:
    """The game again, stopped at every ask, written to bytes and read again."""
    entries = seal(RULES.codec, _GAME, None, "", [_opening(game)])
    player = _player(game)
    for _ in range(MOST_ENTRIES):
        told = story(RULES.codec, entries)
        run = advance(RULES, told, next_seq=len(entries) + 1, dice=_dice(game), decide=RULES.decide)
        drafts = list(run.drafts)
        if isinstance(run.stop, Waiting):
            asks = run.stop.batch.asks
            given = tuple(player(RULES.view(run.battle, ask.seat), ask) for ask in asks)
            drafts.append(Draft("answer", "engine", Answered(run.stop.batch, given)))
        elif run.stop is not None:
            raise Fault(f"resumed, the game stops: {run.stop!r}", entry=len(entries))
        entries += seal(RULES.codec, _GAME, entries[-1], "", drafts)
        if run.stop is None:
            return [Draft(line.kind, "engine", line.body) for line in story(RULES.codec, entries).lines[1:]]  # type: ignore[arg-type]  # table kinds are kinds
    raise Fault("resumed, the game does not end")


def _same(straight: list[Draft], resumed: list[Draft]) -> None:
    for entry, (one, two) in enumerate(zip(straight, resumed, strict=False), 2):
        if one.body != two.body:
            raise Fault(f"resumed from bytes there is {two.body!r}; straight through {one.body!r}", entry=entry)
    if len(straight) != len(resumed):
        raise Fault(f"resumed from bytes there are {len(resumed)} entries; straight through {len(straight)}")


# --- checks ---------------------------------------------------------------------------------------------------------


def _walk(game: Setup, drafts: list[Draft]) -> Battle:
    """Every entry in turn, checked against the battle as it then stood."""
    battle, step = game.battle, 0
    spared: dict[StandId, int] = {}
    for entry, draft in enumerate(drafts, 2):
        try:
            if draft.kind == "step":
                step = draft.body.number
                _check_between(battle)
                if step % 16 == 0:
                    _check_json(battle)
            elif draft.kind == "answer":
                for n, (ask, given) in enumerate(zip(draft.body.batch.asks, draft.body.given, strict=True)):
                    _check_ask(game, battle, ask, given.answer, sampled=(entry + n) % 7 == 0)
            elif draft.kind == "fact":
                fact = draft.body.fact
                battle = fact.apply(battle)
                if isinstance(fact, LeftBoard):
                    spared[fact.stand] = fact.points
                _check_battle(game.battle, battle, spared)
        except Fault as fault:
            raise Fault(f"{fault} (at {str(draft.body)[:300]})", step, entry) from fault
        except Exception as fault:
            raise Fault(f"{_where(fault)}{type(fault).__name__}: {fault}", step, entry) from fault
    _check_between(battle)
    return battle


def _check_battle(start: Battle, battle: Battle, left: dict[StandId, int]) -> None:
    """What is true after every fact."""
    there = [(one.hex, one.id) for one in battle.stands.values() if one.on_board]
    if len({here for here, _ in there}) < len(there):
        raise Fault("two stands are in one hex")
    if {key(here): stand for here, stand in there} != dict(battle.at):
        raise Fault("the index of hexes does not tell where the stands are")
    for here, stand in there:
        if not on_board(battle, here) or terrain(battle, here) == "impassable":
            raise Fault(f"{stand} is where no stand can be: {here}")
    for army in battle.armies:
        own = [one for one in battle.stands.values() if one.side == army.id]
        lost = sum(_lost(start, battle, one, left) for one in own)
        if army.break_lost != lost:
            raise Fault(f"{army.id} has lost {army.break_lost} break points; by its stands it is {lost}")
    for one in battle.stands.values():
        before = start.stands[one.id].sp
        if len(one.sp) > len(before) or min(one.sp, default=0) < 0 or sum(one.sp) > sum(before):
            raise Fault(f"{one.id} has the strength {one.sp}; it began with {before}")
    for general in battle.commanders.values():
        with_ = battle.stands.get(general.attached_to) if general.attached_to is not None else None
        if general.alive and with_ is not None and with_.on_board and with_.hex != general.hex:
            raise Fault(f"{general.id} is attached to {with_.id}, which stands in another hex")


def _lost(start: Battle, battle: Battle, one: Stand, left: dict[StandId, int]) -> int:
    """The break points a stand has cost."""
    each, ranks = battle.types[one.type].bp, len(start.stands[one.id].sp)
    if one.destroyed:
        return each * ranks
    return each * (ranks - len(one.sp)) + left.get(one.id, 0)


def _check_between(battle: Battle) -> None:
    """What is true between two steps."""
    if battle.limit is not None and battle.round > battle.limit:
        raise Fault(f"round {battle.round} of {battle.limit}")
    for one in battle.stands.values():
        if one.on_board and sum(one.sp) < 1:
            raise Fault(f"{one.id} stands on the board without strength: {one.sp}")
    for general in battle.commanders.values():
        if general.alive and general.attached_to is not None and battle.stands[general.attached_to].gone:
            raise Fault(f"{general.id} is attached to {general.attached_to}, which is gone")
    for melee in battle.melees.values():
        gone = [stand for stand in melee.stands.values() if not battle.stands[stand].on_board]
        if gone and battle.phase != "over":
            raise Fault(f"the melee {melee.id} has {', '.join(gone)} in it, which is gone")
    broken = [army.id for army in battle.armies if army.break_lost >= army.break_at]
    if broken and battle.phase != "over":
        raise Fault(f"{', '.join(broken)} should have broken")


def _check_json(battle: Battle) -> None:
    if RULES.codec.battle.decode(_TEXT.encode(battle)) != battle:
        raise Fault("the battle does not read back from JSON")


def _check_ask(game: Setup, battle: Battle, ask: Ask[Any], answer: Any, sampled: bool) -> None:  # noqa: ANN401  # of the ask's type
    """What is true of an ask and its answer; what costs much only where sampled."""
    refusal = ask.refusal(answer)
    if refusal:
        raise Fault(f"an answer that was taken is refused: {refusal}")
    before = _TEXT.encode(battle)
    view = RULES.view(battle, ask.seat)
    if RULES.view(_other_secrets(battle, ask), ask.seat) != view:
        raise Fault(f"{ask.seat} sees what only the other side knows")
    if sampled:
        _read_back(game, view, ask, answer)
        for stand in view.stands:
            choices(view, stand)
        RULES.describe(view, ask)
        RULES.form(view, ask)
        RULES.offers(view, ask, answer)
        RULES.read(view, ask, RULES.aide(view, ask))
    if _TEXT.encode(battle) != before:
        raise Fault("looking at the battle changed it")


def _other_secrets(battle: Battle, ask: Ask[Any]) -> Battle:
    """The battle with the other side's orders, and how far it has come in them, altered."""
    other = next(one.id for one in battle.armies if one.seat != ask.seat)
    sheet = Sheet(standing=(StandingOrder("evade", "never"), StandingOrder("pursue", "yes")))
    further = battle.next_order + (1 if battle.active_side == other else 0)
    coming = tuple(
        replace(one, round=one.round + 1, due=not one.due) if one.secret and _waits(battle, one, other) else one
        for one in battle.arrivals
    )  # fmt: skip
    return replace(battle, sheets={**battle.sheets, other: sheet}, next_order=further, arrivals=coming)


def _waits(battle: Battle, arrival: Arrival, side: Side) -> bool:
    """Whether it is a side's, and nobody of it has come."""
    stands = [battle.stands[stand] for stand in arrival.stands]
    return all(one.to_come and one.side == side for one in stands)


def _read_back(game: Setup, view: Battle, ask: Ask[Any], answer: Any) -> None:  # noqa: ANN401  # of the ask's type
    """Canonical text reads back to the same answer; of orders given at random, what is taken does."""
    text = RULES.write(view, answer)
    reading = RULES.read(view, ask, text)
    if isinstance(ask, AskOrders) and game.wild:
        if reading.answer is None:
            return
        answer, text = reading.answer, RULES.write(view, reading.answer)
        reading = RULES.read(view, ask, text)
    if isinstance(answer, Sheet) and answer == Sheet():
        return
    if reading.answer != answer or reading.problems:
        problems = "; ".join(f"{one.quote}: {one.reason}" for one in reading.problems)
        raise Fault(f"orders do not read back: {problems or text!r} (read: {reading.text!r})")
