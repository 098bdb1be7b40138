"""Lines of a ruling, read one after another: each sees what those before it have changed."""

import re
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from rapidfuzz import fuzz, process

from pbem.engine.facts import Fact
from pbem.engine.grades import GradedVerdict
from pbem.engine.journal import Fix
from pbem.engine.language.spelling import nearest
from pbem.engine.rulings.dicelines import DICE, dice_form, dice_laid
from pbem.engine.rulings.language import RulingFault, RulingLanguage, RulingRow, row, side_named

B = TypeVar("B")

MOST_LINES = 60
"""Lines of one ruling."""

_RULE = re.compile(r"^\W*rule\b\s*[:,]?\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:\s|,|;|\band\b)*", re.IGNORECASE)
_ADD = re.compile(r"add\s+(?P<code>[a-z]{1,3}\d{1,3})\s+(?P<what>.+?)\s+(?P<rest>at\s+.+)$", re.IGNORECASE)
_ALLOW = re.compile(
    r"allow\s+(?P<unit>\S+)\s+(?:to\s+)?(?P<act>move|fire|shoot)\b\s*(?:(?:at\s+)?(?P<enemy>[a-z]{1,3}\d{1,3})\b)?"
    r"\s*:?\s*(?:to\s+)?(?P<rest>.*)$",
    re.IGNORECASE,
)
_REMOVE = re.compile(r"(?:remove|take\s+off)\s+(?P<unit>[a-z]{1,3}\d{1,3})$", re.IGNORECASE)
_LAST = re.compile(r"last (round|turn|bound) \d+")
_TURN = re.compile(r"\b(?:round|turn|bound)(?=\s+\d)", re.IGNORECASE)
_ENDS = re.compile(r"(?:ends?|end)\s+(?:the\s+)?step$", re.IGNORECASE)


NOT_COUNTED = {
    "ammunition": "these rules count no ammunition; to keep a unit from shooting, forbid it",
    "split": "these rules split no unit in a battle by a word; add a unit, and take from the one it comes from",
    "merge": "these rules merge no units in a battle by a word; remove one, and rule on the other",
    "opportunity": "these rules know no opportunity",
    "strength": "these rules count no strength points; rule what they do count: {counted}",
    "figures": "these rules count no figures; rule what they do count: {counted}",
    "disordered": "these rules know no disorder; rule what they do count: {counted}",
    "good order": "these rules know no disorder; rule what they do count: {counted}",
    "general": "these rules have no generals",
    "fog": "these rules know no fog; where units are hidden, rule how far is seen: visibility 6",
    "rally": "these rules rally no unit by a word; rule what they do count: {counted}",
}
"""What an umpire may write that the rules of a game do not know, and what to do instead."""


class RulingProblem(msgspec.Struct, frozen=True):
    """A line that could not be read or cannot be carried out."""

    line: int
    """From 1."""
    quote: str
    """As written."""
    reason: str
    suggestions: tuple[str, ...] = ()
    """Lines that would be read."""


class RulingRead(msgspec.Struct, frozen=True):
    """A ruling as understood."""

    battle: Any
    """As it is once the ruling has been carried out."""
    facts: tuple[Any, ...]
    fixes: tuple[Fix, ...]
    ends_step: bool
    said: tuple[str, ...]
    """Its lines in canonical form."""
    units: tuple[str, ...]
    """Codes of the units it is about, in the order of the lines."""
    problems: tuple[RulingProblem, ...]


def read_ruling(language: RulingLanguage[Any], battle: Any, text: str) -> RulingRead:  # noqa: ANN401  # battles of any rule set
    """A text as a ruling on a battle."""
    reader = _Reader(language, battle)
    lines = [line for line in text.splitlines() if line.strip()]
    for number, line in enumerate(lines[:MOST_LINES], 1):
        reader.read(number, line.strip())
    if len(lines) > MOST_LINES:
        why = f"a ruling has at most {MOST_LINES} lines; write the rest as a second one"
        reader.problems.append(RulingProblem(MOST_LINES + 1, lines[MOST_LINES].strip(), why))
    return reader.done()


def shared_rows(language: RulingLanguage[Any]) -> tuple[RulingRow, ...]:
    """The rows that every rule set has, made for one."""

    def end(battle: Any, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:  # noqa: ANN401  # of any rule set
        winner = None if found["draw"] else side_named(language.sides(battle), found["side"])
        said = "end: a draw" if winner is None else f"end: {language.sides(battle)[winner]} wins"
        grade = (found["grade"] or "").casefold()
        return _graded(language.end(battle, winner), grade), f"{said}, {grade}" if grade else said

    pattern = (
        r"end\s*:\s*(?:(?P<draw>(?:a\s+)?draw|drawn)|(?P<side>.+?)\s+wins)"
        r"(?:\s*,?\s+(?:an?\s+)?(?P<grade>marginal|clear|decisive)(?:\s+victory)?)?$"
    )
    return (
        row(
            "end: <side> wins", pattern, end, "The battle ends now, with that winner, or `end: a draw` without one; "
            "where victories are graded, with `, marginal`, `, clear` or `, decisive` behind it.", "end: South wins",
        )._replace(ends=True),
    )  # fmt: skip


def _graded(facts: tuple[Fact[Any], ...], grade: str) -> tuple[Fact[Any], ...]:
    """The end of a battle with that grade of victory.  Raises RulingFault for a draw, or where rules grade none."""
    if not grade:
        return facts
    (fact,) = facts
    verdict, winner = getattr(fact, "verdict", None), getattr(fact, "winner", None)
    if not isinstance(verdict, GradedVerdict) or winner is None:
        why = "a draw has no grade" if winner is None else "these rules grade no victory"
        raise RulingFault(why, ("rule end: a draw" if winner is None else "rule end: South wins",))
    return (msgspec.structs.replace(fact, verdict=msgspec.structs.replace(verdict, grade=grade)),)


def forms(language: RulingLanguage[Any]) -> tuple[tuple[str, str, str], ...]:
    """Help: the form of each line, what it does, an example."""
    rows = tuple((one.form, one.told, one.example) for one in (*language.rows, *shared_rows(language)))
    clauses = tuple((f"<unit> {one.form}", one.told, one.example) for one in language.clauses)
    how, what = (" or a kind", "<kind>, or like <unit>,") if language.adds_kinds else ("", "like <unit>")
    told = f"A new unit of that code, like one of its side{how}; its place and, as above, its state stand behind."
    allowed = (
        "An order to move that the rules refuse is carried out as you say; the unit's state can follow the place. "
        "A shot that they refuse: `allow S04 shoot N05:`, and what becomes of the enemy."
    )
    added = ((f"add <unit> {what} at <place>", told, language.adding),) if language.adding else ()
    return (
        *clauses, *added, *rows,
        ("allow <unit> move: <place>", allowed, f"allow {language.clauses[0].example.replace(' ', ' move: ', 1)}"),
        dice_form(language),
        ("ends the step", "What is being played ends here; nothing more of it is asked.", "ends the step"),
    )  # fmt: skip


class _Reader:
    """What has come of the lines so far."""

    def __init__(self, language: RulingLanguage[Any], battle: Any) -> None:  # noqa: ANN401  # of any rule set
        self.language, self.battle = language, battle
        self.facts: list[Fact[Any]] = []
        self.fixes: list[Fix] = []
        self.ends_step = False
        self.said: list[str] = []
        self.units: dict[str, None] = {}
        self.problems: list[RulingProblem] = []

    def read(self, number: int, quote: str) -> None:
        """One line: taken, or a problem."""
        line = _REMOVE.sub(r"\g<unit> removed", self._in_turns(_RULE.sub("", quote).rstrip(" .;")))
        try:
            self.said.append(self._taken(line))
        except RulingFault as fault:
            self.problems.append(RulingProblem(number, quote, str(fault), fault.suggestions))

    def _in_turns(self, line: str) -> str:
        """A line that counts rounds, turns or bounds, as these rules call them."""
        turn = next((found[1] for one in self.language.rows if (found := _LAST.fullmatch(one.example))), "")
        return _TURN.sub(turn, line) if turn else line

    def done(self) -> RulingRead:
        return RulingRead(
            self.battle, tuple(self.facts), tuple(self.fixes), self.ends_step, tuple(self.said), tuple(self.units),
            tuple(self.problems),
        )  # fmt: skip

    def _taken(self, line: str) -> str:
        if found := DICE.match(line):
            fix, said = dice_laid(self.language, self.battle, found)
            self.fixes.append(fix)
            return said
        if _ENDS.match(line):
            self.ends_step = True
            return "ends the step"
        if found := _ADD.match(line):
            return self._added(found)
        if found := _ALLOW.match(line):
            return self._allowed(found)
        for one in (*self.language.rows, *shared_rows(self.language)):
            if found := one.pattern.fullmatch(line):
                facts, said = one.make(self.battle, found)
                self._record(facts)
                self.ends_step = self.ends_step or one.ends
                return said
        code, _space, rest = line.partition(" ")
        if self._unit(code) is not None:
            return self._about(self._unit(code) or "", rest)
        raise RulingFault(*self._unknown(line))

    def _added(self, found: "re.Match[str]") -> str:
        """A unit that was not in the battle."""
        code, what = found["code"].upper(), found["what"].strip()
        if self._unit(code) is not None:
            raise RulingFault(f"there is a unit {code} already", (f"rule {code} {found['rest']}",))
        unit = self.language.add(self.battle, code, what)
        return f"add {code} {what}{self._made(code, unit, found['rest']).removeprefix(code)}"

    def _allowed(self, found: "re.Match[str]") -> str:
        """A move or a shot that the rules refuse, as the umpire says: what becomes of the unit, or of its aim."""
        code, act, moves = self._known(found["unit"]), found["act"].casefold(), found["act"].casefold() == "move"
        if moves and found["enemy"]:
            raise RulingFault(f"say where {code} moves to", (f"rule allow {code} move: {self._place()}",))
        enemy = "" if moves else self._known(found["enemy"] or "")
        about, rest = code if moves else enemy, found["rest"].strip()
        if not rest:
            more = self._place() if moves else self.language.clauses[2].example.partition(" ")[2]
            what = f"where {code} moves to" if moves else f"what its shot does to {enemy}"
            raise RulingFault(f"say {what}", (f"rule allow {' '.join(filter(None, (code, act, enemy)))}: {more}",))
        if moves and (rest[0].isdigit() or rest[0] == "("):
            rest = f"at {rest}"
        made = self._made(about, self.language.units(self.battle)[about], rest).partition(" ")[2]
        return f"allow {' '.join(filter(None, (code, act, enemy)))}: {made}"

    def _known(self, code: str) -> str:
        """A unit's code.  Raises RulingFault."""
        found = self._unit(code)
        if found is None:
            raise RulingFault(f"there is no unit {code}" if code else "say at which enemy it shoots")
        return found

    def _place(self) -> str:
        """An example of a place."""
        return self.language.clauses[0].example.partition(" ")[2]

    def _about(self, code: str, rest: str) -> str:
        """What a line says about one unit."""
        rest = rest.strip()
        if not rest:
            raise RulingFault(f"it does not say what {code} is to be", self._examples(code))
        return self._made(code, self.language.units(self.battle)[code], rest)

    def _made(self, code: str, unit: Any, rest: str) -> str:  # noqa: ANN401  # of any rule set
        """A unit as the clauses of a line make it; the line in canonical form."""
        texts: list[str] = []
        while rest:
            for one in self.language.clauses:
                if found := one.pattern.match(rest):
                    unit, text = one.make(self.battle, unit, found)
                    texts.append(text)
                    rest = rest[found.end() :]
                    break
            else:
                self._need_counted(rest)
                raise RulingFault(f"{rest!r} is nothing that can be ruled about a unit", self._examples(code, rest))
            rest = rest[_BETWEEN.match(rest).end() :]  # type: ignore[union-attr]  # it matches nothing at least
        self._record((self.language.put(unit),))
        self.units[code] = None
        return f"{code} {', '.join(texts)}"

    def _need_counted(self, text: str) -> None:
        """Raises RulingFault for what other rules know and these do not."""
        word = next((one for one in NOT_COUNTED if re.match(rf"{one}\b", text, re.IGNORECASE)), "")
        known = [one.form for one in self.language.clauses] + [one.form for one in self.language.rows]
        if word and not any(word in form for form in known):
            counted = ", ".join(one.form for one in self.language.clauses[2:-1])
            raise RulingFault(NOT_COUNTED[word].format(counted=counted))

    def _record(self, facts: tuple[Fact[Any], ...]) -> None:
        for fact in facts:
            self.battle = fact.apply(self.battle)
            self.facts.append(fact)

    def _unit(self, code: str) -> str | None:
        return next((one for one in self.language.units(self.battle) if one.casefold() == code.casefold()), None)

    def _examples(self, code: str, rest: str = "") -> tuple[str, ...]:
        """Lines about that unit: those nearest to what was written, else the first."""
        clauses = [one.example.partition(" ")[2] for one in self.language.clauses]
        word = rest.partition(" ")[0].casefold()
        alike = sorted(
            clauses, key=lambda one: (one.partition(" ")[0] != word, -fuzz.WRatio(rest, one)) if rest else (False, 0)
        )
        return tuple(f"rule {code} {one}" for one in alike[: 2 if rest else 3])

    def _unknown(self, line: str) -> tuple[str, tuple[str, ...]]:
        """Why a line is no ruling, and what may have been meant."""
        self._need_counted(line)
        code = line.partition(" ")[0]
        meant = nearest(code.upper(), [str(one) for one in self.language.units(self.battle)])
        if re.fullmatch(r"[A-Za-z]{1,3}\d{1,3}", code):
            return f"there is no unit {code}", (f"rule {meant} {line.partition(' ')[2]}",) if meant else ()
        known = [example for _, _, example in forms(self.language)]
        near = process.extract(line, known, scorer=fuzz.WRatio, limit=2, score_cutoff=50)
        begins = ", ".join(sorted({example.partition(" ")[0].rstrip(":") for example in known if example[0].islower()}))
        said = f"no ruling begins like this; begin with a unit's code or one of: {begins}"
        return said, tuple(f"rule {example}" for example, _, _ in near)


def described(language: RulingLanguage[B], battle: B, units: Iterable[str]) -> tuple[str, ...]:
    """Units as they are in a battle, a line each."""
    return tuple(language.describe(battle, code) or f"{code}: not there" for code in units)
