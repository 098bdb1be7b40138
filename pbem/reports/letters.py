"""Each kind of mail as a ``Letter``: report, answer to orders, reminder, refusal, sign-in.

What is said first is what is wanted and by when; then what matters; then the map; then detail (PAGES, content rules).
Words that work as orders (ready, extend) never stand alone on a line and never end a paragraph.
"""

import msgspec

from pbem.engine.orders import Problem
from pbem.engine.telling import Chapter, FormLine, RollLine, UnitRow
from pbem.reports.letter import (
    Block,
    Button,
    DiceRow,
    Letter,
    Links,
    Note,
    Para,
    Picture,
    Row,
    Rows,
    Section,
    Story,
    Told,
    paragraph,
)
from pbem.reports.maps import chart_alt, text_map
from pbem.reports.report import Ack, Post, Refusal, Reminder, Report, Version
from pbem.reports.times import both, local, span, utc

HOW_TO_ORDER = (
    "To order otherwise, answer with one line for each stand, without the bar. A line with a bar is never read, so "
    "what is quoted below your answer does no harm. Only the stands you name change."
)
CONTROLS = (
    "The one word ready, on a line of its own, makes your orders final; the word extend asks for more time where the "
    "game allows it. An answer comes within a minute."
)
FORMS = (
    "Forms, with a comma between the parts of one order: <unit> hold, <unit> rally, <unit> turn <hour>, "
    "<unit> forward <hexes>, <unit> fire <target>, <unit> charge <target>, bid <groups>."
)


def report_letter(report: Report) -> Letter:
    """A turn report."""
    post, told = report.post, report.told
    over = told.outcome is not None
    title = f"{told.turn_name.capitalize()} is done" if report.number else f"{post.game} begins"
    kicker = f"{post.game}, {told.turn_name}. Report for {post.side}."
    sections = [Section("", tuple(_opening(report)))]
    sections.append(Section("", (_picture(report),)))
    if report.form and not over:
        sections.append(_form_section(post, report.form, report.ask))
    if told.chapters:
        sections.append(Section("What happened", tuple(stories(report.number, told.chapters))))
    sections += _troops(report)
    sections.append(Section("Dice", tuple(_dice(report))))
    return Letter(
        kicker=kicker,
        title=title,
        lead=(paragraph(*told.in_short), _tally(report)),
        due=None if over else _due(post),
        sections=tuple(sections),
        footer=_footer(post),
        preheader=paragraph(f"{title}.", *told.in_short[:1]),
    )


def _opening(report: Report) -> list[Block]:
    post, told = report.post, report.told
    blocks: list[Block] = []
    if told.outcome is not None:
        blocks.append(Note("ok", "The battle is over", told.outcome.text))
    else:
        blocks.append(
            Button("Write orders on the web", post.game_url, "Or answer this mail: see the order form below.")
        )
    if report.missed:
        blocks.append(Note("warn", "This turn was played without you", report.missed))
    if told.ordered:
        done = f"{told.carried_out} of your {told.ordered} orders were carried out"
        rows = tuple(Row(event.subject, event.text, _cites(event.rules)) for event in told.not_done)
        blocks.append(Note("warn" if rows else "ok", done, "", rows))
    return blocks


def _cites(rules: tuple[str, ...]) -> tuple[str, ...]:
    return (f"Rules: {', '.join(rules)}",) if rules else ()


def _tally(report: Report) -> str:
    rows = report.told.tallies
    if not rows:
        return ""
    who = [f"{'you' if row.mine else row.side} {row.lost} of {row.break_at}" for row in rows]
    words = [f"Break points lost: {', '.join(who)}."]
    for name in dict.fromkeys(name for row in rows for name, _, _ in row.extra):
        held = [
            f"{'you' if row.mine else row.side} {have}" for row in rows for what, have, _ in row.extra if what == name
        ]
        words.append(f"{name}: {', '.join(held)}.")
    return " ".join(words)


def _due(post: Post) -> tuple[str, str] | None:
    if not post.turn:
        return None
    if post.due is None:
        return f"Orders for {post.turn} are wanted", "no clock runs: it is played when all are in"
    return (
        f"Orders for {post.turn} are due {local(post.due, post.zone)}",
        f"{utc(post.due)}, {span(post.due - post.now)} from this mail",
    )


def _picture(report: Report) -> Picture:
    chart = report.chart
    caption = (
        f"Your view, {chart.subtitle}, north up, a hex is about {chart.scale} {chart.scale_unit}. Codes name the "
        f"stands; the chevron is the front; a tilted counter is disordered."
    )
    return Picture(chart_alt(chart), caption, tuple(text_map(chart)), report.post.game_url)


def _form_section(post: Post, form: tuple[FormLine, ...], ask: str) -> Section:
    blocks: list[Block] = []
    if ask:
        blocks.append(Para(ask))
    blocks += [Para("If you send nothing, this is what will be done:"), Rows(form_rows(form))]
    blocks += [Para(HOW_TO_ORDER), Para(FORMS, quiet=True), Para(CONTROLS, quiet=True)]
    return Section(f"Order form for {post.turn}", tuple(blocks))


def form_rows(form: tuple[FormLine, ...]) -> tuple[Row, ...]:
    """The order form as barred rows."""
    return tuple(Row(line.code, line.order, (line.note,) if line.note else ()) for line in form)


def stories(turn: int, chapters: tuple[Chapter, ...]) -> list[Story]:
    """Chapters with their events numbered within the turn: 4.1, 4.2..."""
    told: list[Story] = []
    number = 0
    for chapter in chapters:
        events: list[Told] = []
        for event in chapter.events:
            number += 1
            rolls = tuple(dice_row(roll) for roll in event.rolls)
            events.append(Told(f"{turn}.{number}", event.text, rolls, event.rules, event.key))
        told.append(Story(chapter.title, chapter.note, tuple(events)))
    return told


def dice_row(roll: RollLine) -> DiceRow:
    """A roll in words around its dice."""
    return DiceRow(f"{roll.who}: {roll.sum}" if roll.sum else roll.who, roll.dice, roll.hits, roll.outcome)


def _troops(report: Report) -> list[Section]:
    told, mine = report.told, report.told.mine
    sections: list[Section] = []
    look = {side.name: side.look for side in report.chart.sides}
    own = look.get(report.post.side, 0)
    if mine:
        note = Para("An asterisk marks what changed.", quiet=True)
        sections.append(
            Section("Your stands" if told.seen else "All stands", (note, Rows(tuple(_unit(r, own) for r in mine))))
        )
    if told.seen:
        blocks: list[Block] = [Rows(tuple(_unit(row, 3 - own if own else 0) for row in told.seen))]
        if told.no_longer_seen:
            blocks.append(Rows(tuple(Row("", text) for text in told.no_longer_seen)))
        others = [side.name for side in report.chart.sides if side.name != report.post.side]
        sections.append(Section(f"Seen of {' and '.join(others)}", tuple(blocks)))
    return sections


def _unit(row: UnitRow, look: int) -> Row:
    states = f", {', '.join(row.states)}" if row.states else ""
    where = (
        f"{row.states[0].capitalize()}."
        if row.gone and row.states
        else (f"{row.hex}, facing {row.facing}. Strength {row.strength}{states}.")
    )
    changes = f" {capital('; '.join(row.changes))}." if row.changes and not row.gone else ""
    return Row(f"{row.code}{'*' if row.changes else ''}", row.name, (f"{where}{changes}",), look)


def capital(words: str) -> str:
    """With a capital first letter, the rest as it is."""
    return words[:1].upper() + words[1:]


def _dice(report: Report) -> list[Block]:
    blocks: list[Block] = []
    if report.commitment:
        text = (
            "The dice of this battle come from a secret seed. Its SHA-256 is told now, the seed when the battle is "
            "over, so that anyone can throw every die again:"
        )
        blocks += [Para(text), Rows((Row("seed", _broken(report.commitment)),))]
    if report.seed:
        text = "The seed of the dice, to be checked against the hash in your first report and against every roll:"
        blocks += [Para(text), Rows((Row("seed", _broken(report.seed)),))]
    blocks.append(
        Para(report.dice_note or "Dice are thrown by the server from a seed fixed before the first roll.", quiet=True)
    )
    return blocks


def _broken(text: str) -> str:
    return " ".join(text[i : i + 16] for i in range(0, len(text), 16))


def _footer(post: Post) -> tuple[Block, ...]:
    players = " ".join(f"{side}: {name}." for side, name in post.players)
    code = ""
    if post.code:
        code = f"Your code for this turn is {post.code}; you need it only for a new mail, not to answer this one."
    return (
        Para(paragraph(players, code), quiet=True),
        Links((("The game", post.game_url), ("All words of the orders", post.help_url))),
    )


# --- the answer to orders -----------------------------------------------------------------------------------------


def ack_letter(ack: Ack) -> Letter:
    """The one answer to a player's mail: what stands, what needs him, what is missing, when it is due."""
    post, reading = ack.post, ack.reading
    needs = len(reading.problems)
    title = f"Version {ack.version.number} stands" if ack.version else "Nothing was changed"
    title = "Your orders were the last awaited" if ack.played else title
    lead = paragraph(
        f"{len(reading.understood)} {'line' if len(reading.understood) == 1 else 'lines'} understood"
        + (f", {needs} {'needs' if needs == 1 else 'need'} you." if needs else "."),
        _came(ack),
        _finality(ack),
    )
    sections: list[Section] = []
    if ack.remarks:
        sections.append(Section("", tuple(Note("warn", remark) for remark in ack.remarks)))
    if needs:
        word = "One line needs you" if needs == 1 else f"{needs} lines need you"
        sections.append(Section(word, tuple(problem_note(problem) for problem in reading.problems)))
    sections.append(Section("As understood", tuple(_understood(ack))))
    if reading.unread:
        rows = tuple(Row(str(number), quote) for number, quote in reading.unread)
        sections.append(Section("Not read as orders", (Rows(rows),)))
    return Letter(
        kicker=f"{post.game}, {post.turn or 'the end'}. Your orders as understood.",
        title=title,
        lead=(lead,),
        due=None if ack.played else _due(post),
        sections=tuple(sections),
        footer=_footer(post),
        preheader=lead,
    )


def _came(ack: Ack) -> str:
    if ack.version is None:
        return ""
    zone = ack.post.zone
    came = f"It came by {ack.version.door}, {local(ack.version.at, zone)}"
    return f"{came}, and replaces version {ack.before.number}." if ack.before else f"{came}."


def _finality(ack: Ack) -> str:
    if ack.played:
        return "All orders were in, so the turn has been played: the report is on its way."
    if ack.version is None:
        return "You may still send orders until the deadline." if ack.post.due else ""
    if ack.final:
        return "It is final: the turn is played as soon as all are in. You may still change it until then."
    return "It is not final: you may change it until the deadline."


def problem_note(problem: Problem) -> Note:
    """A refusal: the line quoted, one reason, the rule, what stands instead, what would be taken."""
    notes = [problem.reason + (f" ({', '.join(problem.rules)})" if problem.rules else "")]
    if problem.consequence:
        notes.append(problem.consequence)
    if problem.suggestions:
        notes.append(f"It would be taken as: {'; or '.join(problem.suggestions)}.")
    return Note("bad", f"Line {problem.line}, {problem.kind}", "", (Row("", problem.quote, tuple(notes)),))


def _understood(ack: Ack) -> list[Block]:
    """The orders of this mail, then those of earlier mails that still stand, then the stands that have none."""
    rows = [Row(line.code, line.order, (line.note,) if line.note else ()) for line in ack.reading.understood]
    if ack.standing is not None:
        read = {(line.code, line.order) for line in ack.reading.understood}
        before = [line for line in ack.standing.understood if (line.code, line.order) not in read]
        rows += [Row(line.code, line.order, ("sent before, and still stands",)) for line in before]
    missing = (ack.standing or ack.reading).missing
    rows += [Row(line.code, "no order recorded", (f"as it stands: {line.order}",)) for line in missing]
    if not rows:
        return [Para("No line of your mail could be taken as an order. What stood before still stands.")]
    return [Rows(tuple(rows))]


# --- reminders, missed turns, refusals, sign-in -------------------------------------------------------------------


def reminder_letter(reminder: Reminder) -> Letter:
    """A reminder, to the late only."""
    post = reminder.post
    if reminder.sent is None:
        lead = "No orders from you yet."
    else:
        lead = f"Version {reminder.sent.number} of your orders stands, but it is not marked final."
    after = f"After that there is grace until {post.grace}." if post.grace else ""
    sections = (
        Section(
            "",
            (
                Button(
                    "Write orders", post.game_url, "Or answer this mail with order lines of your own, without the bar."
                ),
            ),
        ),
        Section(
            "If you stay silent",
            (Para("This will be done:"), Rows(form_rows(reminder.form)), Para(CONTROLS, quiet=True)),
        ),
    )
    return Letter(
        kicker=f"{post.game}, {post.turn}. Reminder for {post.side}.",
        title=f"Orders for {post.turn} are due",
        lead=(paragraph(lead, after, "This is the only reminder."),),
        due=_due(post),
        sections=sections,
        footer=_footer(post),
        preheader=lead,
    )


def refusal_letter(refusal: Refusal) -> Letter:
    """A mail whose orders were not taken: why, the text given back, and the form that counts now."""
    post = refusal.post
    sections: list[Section] = []
    if refusal.lines:
        rows = Rows(tuple(Row("", line) for line in refusal.lines))
        sections.append(Section("What you sent", (Para("It is kept here; nothing of it was applied."), rows)))
    if refusal.form and post.turn:
        sections.append(_form_section(post, refusal.form, ""))
    else:
        sections.append(Section("", (Button("Open the game", post.game_url),)))
    return Letter(
        kicker=f"{post.game}. Your mail to {post.side}'s orders.",
        title=refusal.title,
        lead=refusal.why,
        due=_due(post),
        sections=tuple(sections),
        footer=_footer(post),
        preheader=refusal.title,
    )


class SignIn(msgspec.Struct, frozen=True, kw_only=True):
    """A sign-in link.  minutes: how long it holds."""

    name: str
    url: str
    minutes: int


def signin_letter(sign_in: SignIn) -> Letter:
    """The mail with the sign-in link."""
    return Letter(
        kicker="Your sign-in link",
        title="Sign in",
        lead=(f"Somebody, most likely you, asked to sign in as {sign_in.name}.",),
        sections=(
            Section(
                "",
                (
                    Button(
                        "Sign in",
                        sign_in.url,
                        f"The page has one button; the link holds for {sign_in.minutes} minutes and works once.",
                    ),
                    Para("If it was not you, do nothing: without this link nobody gets in.", quiet=True),
                ),
            ),
        ),
        preheader="One button, no password.",
    )


def version_line(version: Version, zone: str) -> str:
    """``version 2, by mail, Thu 14 May, 21:00 CEST``."""
    return f"version {version.number}, by {version.door}, {both(version.at, zone)}"
