"""What is true of every game: of the whole, after every fact, between two steps, of every ask and its answer."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.hexes import key
from pbem.engine.ids import Side, StandId
from pbem.engine.journal import Draft, check_chain, fold, seal, story
from pbem.engine.play import audit
from pbem.fuzz.listed import check_listed
from pbem.fuzz.offered import check_offered
from pbem.fuzz.playing import GAME, TEXT, Fault, dice_of, opening, play_resumed, play_through, where_raised
from pbem.fuzz.positions import Setup
from pbem.rulesets.snaphance.asks import AskOrders
from pbem.rulesets.snaphance.battle import Arrival, Battle, Stand, on_board, terrain
from pbem.rulesets.snaphance.commands import Sheet, StandingOrder
from pbem.rulesets.snaphance.facts import LeftBoard
from pbem.rulesets.snaphance.randomplay import Chance
from pbem.rulesets.snaphance.special.facts import CommanderCaptured, Looted, Recalled


def check_game(game: Setup) -> None:
    """Play a game to its end and check it.  Raises Fault at the first thing wrong."""
    told, drafts = play_through(game)
    walked = _walk(game, drafts)
    if not fold(told.lines) == walked:
        raise Fault("replay does not equal play")
    entries = seal(game.rules.codec, GAME, None, "1600-01-01T00:00:00Z", [opening(game), *drafts])
    check_chain(entries)
    if story(game.rules.codec, entries) != told:
        raise Fault("the journal read back from bytes does not equal the journal as played")
    if game.number % 4 < 2:
        drifts = audit(game.rules, told, dice_of(game))
        if drifts:
            raise Fault(f"the audit does not agree: {drifts[0]}", entry=drifts[0].seq)
    if game.number % 5 == 0:
        _same(drafts, play_resumed(game))


def _same(straight: list[Draft], resumed: list[Draft]) -> None:
    for entry, (one, two) in enumerate(zip(straight, resumed, strict=False), 2):
        if one.body != two.body:
            raise Fault(f"resumed from bytes there is {two.body!r}; straight through {one.body!r}", entry=entry)
    if len(straight) != len(resumed):
        raise Fault(f"resumed from bytes there are {len(resumed)} entries; straight through {len(straight)}")


def _walk(game: Setup, drafts: list[Draft]) -> Battle:
    """Every entry in turn, checked against the battle as it then stood."""
    battle, step = game.battle, 0
    spared: dict[StandId, int] = {}
    besides: dict[Side, int] = {}
    for entry, draft in enumerate(drafts, 2):
        try:
            if draft.kind == "step":
                step = draft.body.number
                _check_between(battle)
                if step % 16 == 0:
                    _check_json(game, battle)
            elif draft.kind == "answer":
                for n, (ask, given) in enumerate(zip(draft.body.batch.asks, draft.body.given, strict=True)):
                    _check_ask(game, battle, ask, given.answer, sampled=(entry + n) % 7 == 0)
            elif draft.kind == "fact":
                fact = draft.body.fact
                battle = fact.apply(battle)
                if isinstance(fact, LeftBoard):
                    spared[fact.stand] = fact.points
                elif isinstance(fact, Recalled):
                    spared[fact.stand] = 0
                elif isinstance(fact, Looted | CommanderCaptured):
                    side = fact.side if isinstance(fact, Looted) else battle.commanders[fact.commander].side
                    besides[side] = besides.get(side, 0) + fact.points
                _check_battle(game.battle, battle, spared, besides)
        except Fault as fault:
            raise Fault(f"{fault} (at {str(draft.body)[:300]})", step, entry) from fault
        except Exception as fault:
            raise Fault(f"{where_raised(fault)}{type(fault).__name__}: {fault}", step, entry) from fault
    _check_between(battle)
    return battle


def _check_battle(start: Battle, battle: Battle, left: dict[StandId, int], besides: dict[Side, int]) -> None:
    """What is true after every fact.  left: points of stands off the board; besides: of generals taken, of baggage."""
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
        lost = sum(_lost(start, battle, one, left) for one in own) + besides.get(army.id, 0)
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


def _check_json(game: Setup, battle: Battle) -> None:
    if game.rules.codec.battle.decode(TEXT.encode(battle)) != battle:
        raise Fault("the battle does not read back from JSON")


def _check_ask(game: Setup, battle: Battle, ask: Ask[Any], answer: Any, sampled: bool) -> None:  # noqa: ANN401  # of the ask's type
    """What is true of an ask and its answer; what costs much only where sampled."""
    refusal = ask.refusal(answer)
    if refusal:
        raise Fault(f"an answer that was taken is refused: {refusal}")
    before = TEXT.encode(battle)
    view = game.rules.view(battle, ask.seat)
    if game.rules.view(_other_secrets(battle, ask), ask.seat) != view:
        raise Fault(f"{ask.seat} sees what only the other side knows")
    if sampled:
        _read_back(game, view, ask, answer)
        chance = Chance(b"%d %d|%s" % (game.seed, game.number, before))
        check_listed(view, chance)
        check_offered(game.rules, view, ask, answer, chance)
        game.rules.describe(view, ask)
        game.rules.form(view, ask)
        game.rules.read(view, ask, game.rules.aide(view, ask))
    if TEXT.encode(battle) != before:
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
    text = game.rules.write(view, answer)
    reading = game.rules.read(view, ask, text)
    if isinstance(ask, AskOrders) and game.wild:
        if reading.answer is None:
            return
        answer, text = reading.answer, game.rules.write(view, reading.answer)
        reading = game.rules.read(view, ask, text)
    if isinstance(answer, Sheet) and answer == Sheet():
        return
    if reading.answer != answer or reading.problems:
        problems = "; ".join(f"{one.quote}: {one.reason}" for one in reading.problems)
        raise Fault(f"orders do not read back: {problems or text!r} (read: {reading.text!r})")
