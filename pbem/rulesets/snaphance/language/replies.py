"""Answers to a single question: yes or no, a way, a stand, a group, a melee, a change to a die; and to one question
about several stands, whose answers may come on a line each."""

from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.ids import StandId
from pbem.engine.language.controls import settled_controls
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.linefaults import Fault
from pbem.engine.language.lines import OrderLine, control, folded
from pbem.engine.language.spelling import nearest, slip
from pbem.engine.language.transformer import Unfit
from pbem.engine.orders import Control, Problem, Reading, Understood
from pbem.engine.reporting import FormLine
from pbem.engine.wording import listed
from pbem.rulesets.snaphance.language.cleaning import lines
from pbem.rulesets.snaphance.language.diagnostics import seems_order
from pbem.rulesets.snaphance.language.resolving import Resolver
from pbem.rulesets.snaphance.language.ways import of_kind, told
from pbem.rulesets.snaphance.state.asks import (
    AskChange,
    AskEvasions,
    AskGroup,
    AskMelee,
    AskReaction,
    AskStand,
    AskWay,
    AskYesNo,
    Change,
    Evasions,
    GroupChoice,
    MeleeChoice,
    Reaction,
    Response,
    StandChoice,
    Way,
    YesNo,
    evasions,
)
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.writing.verbs import Away, Deed, Deeds, Far, GroupNamed, Heard, Reply, Said, heard
from pbem.rulesets.snaphance.writing.writing import Answer, answer_text


def default_line(view: Battle, ask: Ask[Any]) -> FormLine:
    """What is answered if nothing is said."""
    return FormLine(_asked_stand(ask), answer_text(view, ask.default), "default")


def read_answer(desk: Resolver, ask: Ask[Any], text: str) -> Reading:
    """A text as the answer to a question: the first that is given, if no other contradicts it.

    To a question about several stands every line adds what it says of some of them.
    """
    given: list[tuple[OrderLine, Answer]] = []
    problems: list[Problem] = []
    stray: list[OrderLine] = []
    controls: list[tuple[OrderLine, Control]] = []
    parts = SeveralAnswers(desk, ask) if isinstance(ask, AskEvasions | AskReaction) else None
    for line in lines(text):
        word = control(line.text)
        if word is not None:
            controls.append((line, word))
            continue
        said = heard(line.text, "answer")
        if _is_prose(desk, line.text, said):
            stray.append(line)
            continue
        try:
            if parts is not None:
                parts.add(line, said)
            else:
                given.append((line, _answered(desk, ask, said)))
        except Fault as fault:
            problems.append(_answer_problem(line, fault))
    if parts is not None:
        given, more = parts.together()
        problems += more
    if any(answer != given[0][1] for _, answer in given):
        line = given[-1][0]
        reason = "; ".join(f"line {one.number} says {answer_text(desk.view, answer)}" for one, answer in given)
        problems.append(_answer_problem(line, Fault("two orders", reason)))
        given = []
    words, more = settled_controls(controls, orders=bool(given))
    text = answer_text(desk.view, given[0][1]) if given else ""
    return Reading(
        answer=given[0][1] if given else None,
        understood=tuple(Understood(line.number, _asked_stand(ask), text) for line, _ in given[:1]),
        problems=(*problems, *more),
        missing=() if given else (default_line(desk.view, ask),),
        unread=tuple((line.number, line.quote) for line in stray),
        controls=words,
        text=text,
    )


class SeveralAnswers:
    """What the lines of a text say to a question about several stands, stand by stand.

    What two lines say differently of one stand is not taken from either.
    """

    def __init__(self, desk: Resolver, ask: AskEvasions | AskReaction) -> None:
        """desk: whose answer it is."""
        self.desk, self.ask = desk, ask
        self.first: OrderLine | None = None
        self._said: dict[StandId | None, tuple[OrderLine, object]] = {}
        """By stand; None: of all that are not named."""
        self._void: set[StandId | None] = set()

    def add(self, line: OrderLine, said: Heard) -> None:
        """One line more.  Raises Fault when it answers something else, or contradicts another."""
        shares = self._evading(said) if isinstance(self.ask, AskEvasions) else self._reacting(said)
        self.first = self.first or line
        for stand, what in shares:
            before, had = self._said.setdefault(stand, (line, what))
            if had != what or stand in self._void:
                self._void.add(stand)
                whom = f" for {stand}" if stand is not None else ""
                raise Fault("two orders", f"line {before.number} says something else{whom}", about=stand or "")

    def _evading(self, said: Heard) -> list[tuple[StandId | None, object]]:
        if isinstance(said, Reply) and said.matter in ("", "evade", "evade again", "sk support"):
            if isinstance(said.value, Away):
                return [(self._asked(code), goes) for code, goes in said.value.each]
            if isinstance(said.value, bool) or said.value is None:
                return [(self._asked(said.code) if said.code else None, bool(said.value))]
        _answered(self.desk, self.ask, said)
        raise AssertionError  # what is no evasion is no answer to it: that has raised

    def _reacting(self, said: Heard) -> list[tuple[StandId | None, object]]:
        answer = _answered(self.desk, self.ask, said)
        assert isinstance(answer, Reaction)
        return [(one.stand, one) for one in answer.responses] or [(None, False)]

    def _asked(self, code: str) -> StandId:
        asked = self.ask.questions if isinstance(self.ask, AskEvasions) else ()
        stands = {one.stand.casefold(): one.stand for one in asked}
        if code.casefold() not in stands:
            raise Fault("not allowed", f"{code} is not asked anything now; {_wanted(self.desk.view, self.ask)}")
        return stands[code.casefold()]

    def together(self) -> tuple[list[tuple[OrderLine, Answer]], list[Problem]]:
        """The one answer, if anything was said; stands not named do as a line for all says, else as by default."""
        said = {stand: what for stand, (_, what) in self._said.items() if stand not in self._void}
        if self.first is None or not said:
            return [], []
        if isinstance(self.ask, AskReaction):
            return self._checked(Reaction(tuple(sorted(one for one in said.values() if isinstance(one, Response)))))
        stands = [one.stand for one in self.ask.questions]
        by_all = {stand: said.get(None, stand in self.ask.default.going) for stand in stands}
        return self._checked(evasions(stands, [stand for stand in stands if said.get(stand, by_all[stand])]))

    def _checked(self, answer: Reaction | Evasions) -> tuple[list[tuple[OrderLine, Answer]], list[Problem]]:
        assert self.first is not None
        refusal = self.ask.refusal(answer)  # type: ignore[arg-type]  # an evasion for evasions, a reaction for a reaction
        if refusal:
            fault = Fault("not allowed", f"{refusal}; {_wanted(self.desk.view, self.ask)}")
            return [], [_answer_problem(self.first, fault)]
        return [(self.first, answer)], []


def _answer_problem(line: OrderLine, fault: Fault) -> Problem:
    return Problem(
        line=line.number, quote=line.quote, kind=fault.kind, reason=fault.reason, about=fault.about, rules=fault.rules,
        consequence="No answer is recorded from this line.",
    )  # fmt: skip


def _is_prose(desk: Resolver, text: str, said: Heard) -> bool:
    """Whether a line was never meant as an answer: words that name no group, or that cannot be read."""
    if nearest(text, _WORDS) is not None:
        return False
    if isinstance(said, GroupNamed):
        return folded(said.name) not in desk.groups and not text.startswith("group ")
    if not isinstance(said, Unreadable):
        return False
    return not seems_order(desk, text) and not slip(text.split(" ", 1)[0], _BEGINNINGS)


_BEGINNINGS = ("evade", "pursue", "retreat", "bounce", "follow")
_WORDS = ("yes", "no", "none", "stay")


def _asked_stand(ask: Ask[Any]) -> str:
    return getattr(ask, "stand", "")


def _answered(desk: Resolver, ask: Ask[Any], said: Heard) -> Answer:
    """A reply as the answer to this ask.  Raises Fault when it answers something else, or nothing that is offered."""
    if isinstance(said, Unreadable | Unfit):
        why = said.reason if isinstance(said, Unfit) else "this is no answer to what is asked now"
        raise Fault("not readable", f"{why}; {_wanted(desk.view, ask)}")
    if isinstance(said, Reply):
        _to_the_point(desk, ask, said)
    answer = _as_answer(desk, ask, said)
    if answer is None:
        raise Fault("not readable", f"this is no answer to what is asked now; {_wanted(desk.view, ask)}")
    refusal = ask.refusal(answer)
    if refusal:
        raise Fault("not allowed", f"{refusal}; {_wanted(desk.view, ask)}", about=_asked_stand(ask))
    return answer


def _to_the_point(desk: Resolver, ask: Ask[Any], said: Reply) -> None:
    asked = _asked_stand(ask)
    several = [one.matter for one in ask.questions] if isinstance(ask, AskEvasions) else [getattr(ask, "matter", "")]
    matters = {str(one).replace("_", " ") for one in several} - {""}
    if said.code and asked and said.code.casefold() != asked.casefold():
        raise Fault("not allowed", f"{said.code} is not asked anything now; {_wanted(desk.view, ask)}")
    if said.matter and matters and said.matter not in matters:
        raise Fault("not allowed", f'nothing is asked about "{said.matter}" now; {_wanted(desk.view, ask)}')


def _as_answer(desk: Resolver, ask: Ask[Any], said: Said) -> Answer | None:
    value = said.value if isinstance(said, Reply) else None
    match ask:
        case AskYesNo() if isinstance(value, bool):
            return YesNo(yes=value)
        case AskWay() if isinstance(value, tuple):
            return Way(path=value)
        case AskWay() if isinstance(value, Far):
            path = of_kind(desk.view, ask, value.hexes, value.side)
            if path is None:
                raise Fault("not allowed", f"no way of {value.hexes} {value.side} is open; {_wanted(desk.view, ask)}")
            return Way(path)
        case AskStand() if isinstance(said, Reply) and (value is None or isinstance(value, str)):
            return StandChoice(stand=None if value is None else desk.codes.get(value.casefold(), StandId(value)))
        case AskGroup() if isinstance(said, GroupNamed):
            return GroupChoice(group=desk.find_group(said.name))
        case AskMelee() if isinstance(value, str):
            return _melee(desk, ask, value)
        case AskReaction() if value is None or value is False:
            return Reaction(())
        case AskReaction() if isinstance(value, Deeds):
            return Reaction(tuple(sorted(_response(desk, ask, deed) for deed in value.deeds)))
        case AskChange() if isinstance(value, int) and not isinstance(value, bool):
            return Change(by=value)
        case _:
            return None


def _response(desk: Resolver, ask: AskReaction, deed: Deed) -> Response:
    """A deed with its enemy, who need not be named where there is one only."""
    stand = desk.codes.get(deed.stand.casefold(), deed.stand)
    mine = [one for one in ask.options if (one.stand, one.does) == (stand, deed.does)]
    if deed.at:
        return Response(stand, deed.does, desk.codes.get(deed.at.casefold(), StandId(deed.at)))
    if not mine:
        raise Fault("not allowed", f"{stand} may not {deed.does} now; {_wanted(desk.view, ask)}", about=stand)
    if len(mine) > 1:
        enemies = listed([one.at for one in mine])
        raise Fault("ambiguous", f"{stand} may {deed.does} at more than one: name {enemies}", about=stand)
    return mine[0]


def _melee(desk: Resolver, ask: AskMelee, code: str) -> MeleeChoice | None:
    for melee in ask.options:
        fought = desk.view.melees.get(melee)
        if melee.casefold() == code.casefold():
            return MeleeChoice(melee=melee)
        if fought is not None and code.casefold() in [stand.casefold() for stand in fought.stands.values()]:
            return MeleeChoice(melee=melee)
    return None


def _wanted(view: Battle, ask: Ask[Any]) -> str:
    """How to answer an ask, as half a sentence."""
    match ask:
        case AskYesNo():
            return 'answer "yes" or "no"'
        case AskWay():
            return f"answer with one of these ways: {told(view, ask)}"
        case AskStand(options=options):
            return f"answer with one of {listed([one or 'none' for one in options])}"
        case AskEvasions(questions=questions):
            stands = [question.stand for question in questions]
            return f'answer for each of {listed(stands)}, such as "{stands[0]} evade" or "{stands[0]} stand"'
        case AskGroup(options=options):
            return f"answer with one of these: {listed([answer_text(view, GroupChoice(group=g)) for g in options])}"
        case AskReaction(options=options):
            lines = [answer_text(view, Reaction((one,))) for one in options]
            return f'answer with any of these, or "none": {", ".join(lines)}'
        case AskMelee(options=options):
            known = [MeleeChoice(melee=melee) for melee in options if melee in view.melees]
            return f"answer with one of {listed([answer_text(view, choice) for choice in known])}"
        case _:
            return "answer with -1, 0 or +1"
