"""What is true of every game: of the whole, after every fact, between two steps, of every ask and its answer."""

from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.facts import Fact
from pbem.engine.fuzzing import FuzzFault
from pbem.engine.journal import Draft, check_chain, fold, seal, story
from pbem.engine.ordered import ordered
from pbem.engine.play import audit
from pbem.fuzz.games import FuzzedGame
from pbem.fuzz.offered import check_offered
from pbem.fuzz.playing import GAME, dice_of, opening, play_resumed, play_through, where_raised


def check_game(game: FuzzedGame) -> int:
    """Play a game to its end and check it; the turns that it took.  Raises Fault at the first thing wrong."""
    told, drafts = play_through(game)
    walked = _walk(game, drafts)
    if not fold(told.lines) == walked:
        raise FuzzFault("replay does not equal play")
    entries = seal(game.rules.codec, GAME, None, "1600-01-01T00:00:00Z", [opening(game), *drafts])
    check_chain(entries)
    if story(game.rules.codec, entries) != told:
        raise FuzzFault("the journal read back from bytes does not equal the journal as played")
    if game.number % 4 < 2:
        drifts = audit(game.rules, told, dice_of(game))
        if drifts:
            raise FuzzFault(f"the audit does not agree: {drifts[0]}", entry=drifts[0].seq)
    if game.number % 5 == 0:
        _same(drafts, play_resumed(game))
    began = game.rules.playtest.turn_began
    return sum(began is not None and draft.kind == "fact" and isinstance(draft.body.fact, began) for draft in drafts)


def _same(straight: list[Draft], resumed: list[Draft]) -> None:
    for entry, (one, two) in enumerate(zip(straight, resumed, strict=False), 2):
        if one.body != two.body:
            raise FuzzFault(f"resumed from bytes there is {two.body!r}; straight through {one.body!r}", entry=entry)
    if len(straight) != len(resumed):
        raise FuzzFault(f"resumed from bytes there are {len(resumed)} entries; straight through {len(straight)}")


def _walk(game: FuzzedGame, drafts: list[Draft]) -> Any:  # noqa: ANN401  # a battle
    """Every entry in turn, checked against the battle as it then stood; the battle at the end."""
    rules, start = game.fuzzing, game.setup.battle
    battle, step = start, 0
    remembered: list[Fact[Any]] = []
    for entry, draft in enumerate(drafts, 2):
        try:
            if draft.kind == "step":
                step = draft.body.number
                rules.between_steps(battle)
                if step % 16 == 0:
                    _check_json(game, battle)
            elif draft.kind == "answer":
                for n, (ask, given) in enumerate(zip(draft.body.batch.asks, draft.body.given, strict=True)):
                    _check_ask(game, battle, ask, given.answer, sampled=(entry + n) % rules.closely == 0)
            elif draft.kind == "fact":
                fact = draft.body.fact
                battle = fact.apply(battle)
                remembered += [fact] if isinstance(fact, rules.remembered) else []
                rules.after_fact(start, battle, remembered)
        except FuzzFault as fault:
            raise FuzzFault(f"{fault} (at {str(draft.body)[:300]})", step, entry) from fault
        except Exception as fault:
            raise FuzzFault(f"{where_raised(fault)}{type(fault).__name__}: {fault}", step, entry) from fault
    rules.between_steps(battle)
    return battle


def _check_json(game: FuzzedGame, battle: Any) -> None:  # noqa: ANN401  # a battle
    if game.rules.codec.battle.decode(ordered(battle)) != battle:
        raise FuzzFault("the battle does not read back from JSON")


def _check_ask(game: FuzzedGame, battle: Any, ask: Ask[Any], answer: Any, sampled: bool) -> None:  # noqa: ANN401  # of the ask's type
    """What is true of an ask and its answer; what costs much only where sampled."""
    refusal = ask.refusal(answer)
    if refusal:
        raise FuzzFault(f"an answer that was taken is refused: {refusal}")
    before = ordered(battle)
    view = game.rules.state.view(battle, ask.seat)
    if game.rules.state.view(game.fuzzing.other_secrets(battle, ask), ask.seat) != view:
        raise FuzzFault(f"{ask.seat} sees what only the other side knows")
    if sampled:
        _read_back(game, view, ask, answer)
        chance = Chance(b"%d %d|%s" % (game.seed, game.number, before))
        game.fuzzing.listed(view, ask, chance)
        check_offered(game, view, ask, answer, chance)
        game.rules.language.describe(view, ask)
        game.rules.language.form(view, ask)
        game.rules.language.read(view, ask, game.rules.aide.orders(view, ask))
    if ordered(battle) != before:
        raise FuzzFault("looking at the battle changed it")


def _read_back(game: FuzzedGame, view: Any, ask: Ask[Any], answer: Any) -> None:  # noqa: ANN401  # of the ask's type
    """Canonical text reads back to the same answer; of what a wild player gives, what is taken does."""
    text = game.rules.language.write(view, answer)
    reading = game.rules.language.read(view, ask, text)
    if game.setup.wild and reading.problems:
        if reading.answer is None:
            return
        answer, text = reading.answer, game.rules.language.write(view, reading.answer)
        reading = game.rules.language.read(view, ask, text)
    if not text and answer == ask.default:
        return
    if reading.answer != answer or reading.problems:
        problems = "; ".join(f"{one.quote}: {one.reason}" for one in reading.problems)
        raise FuzzFault(f"orders do not read back: {problems or text!r} (read: {reading.text!r})")
