"""Each kind of mail as a ``Letter``: report, answer to orders, reminder, refusal, sign-in.

What is said first is what is wanted and by when; then what matters; then the map; then detail (PAGES, content rules).
Words that work as orders (ready, extend) never stand alone on a line and never end a paragraph.
"""

import msgspec

from pbem.engine.orders import Problem
from pbem.engine.readiness import speaks_of_ready
from pbem.engine.reporting import Chapter, Event, FormLine, RollLine, Settled, UnitRow
from pbem.engine.warnings import OrderWarning
from pbem.engine.wording import capital, listed
from pbem.reports.letter import (
    Block,
    Button,
    DiceRow,
    Letter,
    LetterRow,
    Links,
    Note,
    Para,
    Picture,
    Quote,
    Rows,
    Section,
    ToldChapter,
    ToldEvent,
    paragraph,
)
from pbem.reports.maps import chart_alt, scale_words, signs_words, text_map, text_map_key
from pbem.reports.report import Ack, Heading, Late, Penned, RefusedMail, Reminder, Report
from pbem.reports.times import both, local, span

HOW_TO_ORDER = (
    "To order otherwise, reply with one line for each unit, or change the lines of this form in your reply. A line you "
    "leave as it is does nothing, so quoting this mail does no harm. Units you don't name keep the order above."
)
HOW_TO_ANSWER = (
    "To answer otherwise, reply with a line of your own, or change the line above in your reply. A line you leave as "
    "it is does nothing, so quoting this mail does no harm."
)
HOW_IT_WORKS = (
    "Each turn you get a report like this one, with an order form that shows what your units do by default. Reply with "
    "your orders, or give them on the web: within a minute you get an answer that shows how they were understood, and "
    "you can change them until the turn is played. It is played when all sides have submitted or at the deadline, and "
    "the next report tells you what happened, with every die rolled."
)
PARCELS = (
    "You are the chief of your side. Until one of its commanders has submitted orders, you can give its units to other "
    "commanders, on the page Your side or by a line like this in your reply:"
)
CLOCK_WAITS = "no deadline for now: a player could not be reached, and the clock waits until they are"
READY = "To submit your orders, so that the game need not wait for the deadline, write ready on a line of its own;"


def controls(heading: Heading) -> str:
    """How orders are made final, and how more time is asked for."""
    if not heading.extensions:
        return f"{READY[:-1]}. You can still change them until the turn is played."
    left = "once" if heading.extensions == 1 else f"{heading.extensions} times"
    return f"{READY} the word extend asks for an extra day, which you can do {left} in this game."


def report_letter(report: Report) -> Letter:
    """A turn report."""
    heading, told = report.heading, report.told
    over = told.outcome is not None
    title = _title(report)
    kicker = f"{heading.game}, {told.turn_name}. Report for {heading.side}."
    sections = [Section("", tuple(_opening(report))), Section("", (_picture(report),))]
    if not report.number:
        sections.append(Section("How it works", (Para(HOW_IT_WORKS),)))
    if report.form and not over:
        sections.append(_form_section(heading, report.form, report.ask))
    if report.parcels and not over:
        sections.append(Section("Who commands what", (Para(PARCELS), Rows((LetterRow("", report.parcels),)))))
    if told.chapters:
        sections.append(
            Section("What happened", tuple(stories(report.number, told.chapters, report.heading.rules_url)))
        )
    if told.readings:
        own = "Rules of this battle that counted" if report.number else "Rules of this battle"
        sections.append(Section(own, tuple(Para(f"{rule}: {says}") for rule, says in told.readings)))
    if told.remark:
        sections.append(Section("From the umpire", (Quote(told.remark),)))
    if told.history:
        sections.append(Section("How it went in its day", (Para(told.history),)))
    sections += _settled(told.acted, told.in_advance)
    sections += _troops(report)
    if report.letters:
        sections.append(
            Section(
                "Letters and news" if any(one.issue for one in report.letters) else "Letters",
                penned(report.letters, heading.zone),
            )
        )
    if dice := _dice(report):
        sections.append(Section("Dice", tuple(dice)))
    return Letter(
        kicker=kicker,
        title=title,
        lead=tuple(text for text in (paragraph(*told.in_short), _tally(report)) if text),
        due=None if over else due_of(heading),
        sections=tuple(sections),
        footer=_footer(heading),
        preheader=paragraph(f"{title}.", *told.in_short[:1]),
        subject=_subject_of_report(report),
    )


def begun_letter(report: Report, ahead: str) -> Letter:
    """To a seat that has no orders to give yet: the battle has begun, who acts first, and when it is its turn.

    ahead: the latter two, in sentences.
    """
    heading, told = report.heading, report.told
    opening = Section("", (Note("ok", "You need do nothing now", ahead), Button("See the battle", heading.game_url)))
    what = [Section("What happened", tuple(stories(report.number, told.chapters, heading.rules_url)))]
    rules = [Section("Rules of this battle", tuple(Para(f"{rule}: {says}") for rule, says in told.readings))]
    return Letter(
        kicker=f"{heading.game}. The battle has begun. For {heading.side}.",
        title="The battle has begun",
        lead=(paragraph(*told.in_short),),
        sections=(
            opening, Section("", (_picture(report),)), *(what if told.chapters else ()),
            *(rules if told.readings else ()), *_troops(report),
        ),
        footer=_footer(heading),
        preheader=ahead,
    )  # fmt: skip


def _subject_of_report(report: Report) -> str:
    """``round 5: orders by Wed 25 Nov``, ``round 5 played``."""
    if report.told.outcome is not None:
        return "the battle is over"
    return subject_of_turn(report.heading) if report.heading.turn else f"{report.told.turn_name} played"


def subject_of_turn(heading: Heading) -> str:
    """``round 5: orders by Wed 25 Nov``: what is needed for the open turn."""
    what = "answer" if heading.question else "orders"
    if heading.due is None or heading.waits:
        return f"{heading.turn}: {what} needed"
    return f"{heading.turn}: {what} by {local(heading.due, heading.zone).partition(',')[0]}"


def penned(letters: tuple[Penned, ...], zone: str) -> tuple[Block, ...]:
    """Letters, each with who wrote it and when; their words barred, so that no answer takes them for its own."""
    blocks: list[Block] = []
    for one in letters:
        by = f" ({one.by}, deputy)" if one.by else ""
        came = f"delivered {local(one.arrived, zone)}" if one.arrived else ""
        taken = "taken by your side" if one.taken else ""
        place = f"sent from {one.sent_from}" if one.sent_from else ""
        when = ", ".join(filter(None, (local(one.at, zone), place, came, taken)))
        if one.issue:
            sender = f", from {one.sender}" if one.sender else ""
            blocks += [Para(f"The newsbook, issue {one.issue}{sender}:"), Quote(one.text)]
            continue
        head = f"A letter from {one.sender}{by} to {', '.join(one.to)}, {when}:"
        blocks += [Para(head), Quote(one.text)]
    return tuple(blocks)


def _title(report: Report) -> str:
    """What has become of the turn that is told."""
    heading, told = report.heading, report.told
    if told.outcome is not None:
        return "The battle is over"
    if not report.number and not told.names:
        return f"{heading.game} begins"
    turn = capital(told.turn_name)
    if told.turn_name == heading.turn:
        return f"{turn} goes on"
    verbs = ("were", "are") if told.names > 1 else ("was", "is")
    return f"{turn} {verbs[0]} played without you" if report.missed else f"{turn} {verbs[1]} done"


def _opening(report: Report) -> list[Block]:
    heading, told = report.heading, report.told
    blocks: list[Block] = []
    if told.outcome is not None:
        blocks.append(Note("ok", told.outcome.text))
        blocks.append(Button("See the whole battle", heading.game_url))
    else:
        wanted = "Answer on the web" if heading.question else "Give orders on the web"
        blocks.append(Button(wanted, heading.game_url, "Or reply to this mail: see the order form below."))
    if report.missed:
        blocks.append(Note("warn", "Your orders did not arrive in time", report.missed))
    if report.missed_others:
        blocks.append(Note("warn", "Another side missed the turn", report.missed_others))
    if told.ordered:
        rows = tuple(_not_done(event) for event in told.not_done)
        blocks.append(Note("warn" if rows else "ok", _carried_out(told.carried_out, told.ordered), "", rows))
    return blocks


def _carried_out(done: int, ordered: int) -> str:
    """How many stands' orders were carried out to their end."""
    if ordered == 1:
        return "Your one order was carried out" if done else "Your one order could not be carried out in full"
    if done == ordered:
        return f"{'Both your' if ordered == 2 else f'All {ordered} of your'} orders were carried out"
    if not done:
        return f"None of your {ordered} orders could be carried out in full"
    return f"{done} of your {ordered} orders {'was' if done == 1 else 'were'} carried out in full"


def _not_done(event: Event) -> LetterRow:
    """An order that could not be carried out: the order, why, the rules."""
    why = event.text.removeprefix(f"{event.subject}, {event.brief}: ")
    return LetterRow(
        event.subject, event.brief or event.text, (capital(why), *_cites(event.rules)) if event.brief else ()
    )


def _cites(rules: tuple[str, ...]) -> tuple[str, ...]:
    return (f"Rules: {', '.join(rules)}",) if rules else ()


def _tally(report: Report) -> str:
    """What each side has lost, and whatever else is counted that the brief has not told."""
    rows, brief = report.told.tallies, " ".join(report.told.in_short).lower()
    if not rows or not report.number:
        return ""
    lost = [f"{row.lost} of {row.break_at}" if row.break_at else f"{row.lost}" for row in rows]
    who = [
        f"{'you' if row.mine else row.side} {'at least ' if row.at_least else ''}{many}"
        for row, many in zip(rows, lost, strict=True)
    ]
    words = [f"{capital(report.told.counted)} lost: {', '.join(who)}."] if report.told.counted else []
    for name in dict.fromkeys(name for row in rows for name, _, _ in row.extra if name.lower() not in brief):
        held = [
            f"{'you' if row.mine else row.side} {have}" for row in rows for what, have, _ in row.extra if what == name
        ]
        words.append(f"{capital(name)}: {', '.join(held)}.")
    return " ".join(words)


def wanted(heading: Heading) -> str:
    """``Your turn: orders for round 5``: what is needed."""
    return f"Your turn: answer in {heading.turn}" if heading.question else f"Your turn: orders for {heading.turn}"


def due_of(heading: Heading) -> tuple[str, str] | None:
    """The headline of the deadline box and the line under it; None when nothing is wanted."""
    if not heading.turn:
        return None
    if heading.waits:
        return wanted(heading), CLOCK_WAITS
    if heading.due is None:
        return wanted(heading), "no deadline: the turn is played when both sides have submitted"
    return (
        f"{wanted(heading)} by {both(heading.due, heading.zone)}",
        f"{span(heading.due - heading.now)} from this mail",
    )


def _picture(report: Report) -> Picture:
    chart = report.chart
    when = next((part for part in chart.subtitle.split(" · ") if part.startswith(("after", "at"))), "")
    caption = f"Your view{f' {when}' if when else ''}. {scale_words(chart)}. {signs_words(chart)}"
    url = report.heading.game_url
    larger = f"{url}/turns/{report.number}/map.svg?view=large"
    return Picture(chart_alt(chart), caption, text_map_key(chart), tuple(text_map(chart)), url, larger)


def _form_section(heading: Heading, form: tuple[FormLine, ...], ask: str) -> Section:
    blocks: list[Block] = []
    if ask and ask != f"Your orders for {heading.turn}.":  # the heading says that
        blocks.append(Rows((LetterRow("", ask),)))  # barred: it names a group, or ends in what may be answered
    silent = "this is your answer" if heading.question else "your units do this"
    blocks += [Para(f"If you send nothing, {silent}:"), Rows(form_rows(form))]
    if heading.question:
        blocks.append(Para(HOW_TO_ANSWER))
    else:
        blocks += [Para(HOW_TO_ORDER), *([Para(heading.forms, quiet=True)] if heading.forms else [])]
    blocks.append(Para(controls(heading), quiet=True))
    return Section(f"{'Your answer in' if heading.question else 'Order form for'} {heading.turn}", tuple(blocks))


def form_rows(form: tuple[FormLine, ...]) -> tuple[LetterRow, ...]:
    """The order form as barred rows."""
    return tuple(LetterRow(line.code, line.order, (line.note,) if line.note else ()) for line in form)


def stories(turn: int, chapters: tuple[Chapter, ...], rules_url: str = "") -> list[ToldChapter]:
    """Chapters with their events numbered within the turn: 4.1, 4.2...  rules_url: as in ``ToldChapter``."""
    told: list[ToldChapter] = []
    number = 0
    for chapter in chapters:
        events: list[ToldEvent] = []
        for event in chapter.events:
            number += 1
            rolls = tuple(dice_row(roll) for roll in event.rolls)
            events.append(ToldEvent(f"{turn}.{number}", event.text, rolls, event.rules, event.key))
        told.append(ToldChapter(chapter.title, chapter.note, tuple(events), rules_url))
    return told


def dice_row(roll: RollLine) -> DiceRow:
    """A roll in words around its dice."""
    head = f"{roll.who}: {roll.sum}" if roll.sum else roll.who
    if not roll.dice:
        return DiceRow(head, (), (), f", {roll.outcome}" if roll.outcome else "")
    after = f"{' ' if roll.outcome[0] in '+-' else ', '}{roll.outcome}" if roll.outcome else ""
    if len(roll.dice) > 1 or roll.sum.endswith(("die", "dice")):
        return DiceRow(f"{head}: ", roll.dice, roll.hits, after)
    return DiceRow(
        f"{head}, rolled ", roll.dice, roll.hits, after.replace(", ", ": ", 1) if after[:1] == "," else after
    )


def _settled(acted: tuple[Settled, ...], in_advance: tuple[Settled, ...]) -> list[Section]:
    """What standing orders decided; what others might have."""
    sections: list[Section] = []
    if acted:
        rows = tuple(LetterRow("", one.line, (f"{one.what}.",)) for one in acted)
        sections.append(Section("Your standing orders at work", (Rows(rows),)))
    if in_advance:
        rows = tuple(LetterRow("", one.line, (f"{one.what} ({one.by}).",)) for one in in_advance)
        once = Para("Each kind of decision is listed once in a battle.", quiet=True)
        sections.append(Section("What a standing order could have decided", (Rows(rows), once)))
    return sections


def _troops(report: Report) -> list[Section]:
    told, mine = report.told, report.told.mine
    sections: list[Section] = []
    look = {one.name: one.look for one in report.chart.sides}
    side = next((tally.side for tally in told.tallies if tally.mine), report.heading.side)
    own = look.get(side, 0)
    note = (Para("An asterisk marks a unit that changed.", quiet=True),) if any(row.changes for row in mine) else ()
    for name in sorted({row.led_by for row in mine}):
        rows = Rows(tuple(_unit(row, own) for row in mine if row.led_by == name))
        title = f"Units of {name}" if name else "Your units" if told.seen else "All units"
        sections.append(Section(title, (*note, rows)))
        note = ()
    if told.seen or told.no_longer_seen:
        blocks: list[Block] = [Rows(tuple(_unit(row, 3 - own if own else 0) for row in told.seen))]
        if told.no_longer_seen:
            blocks.append(Rows(tuple(LetterRow("", text) for text in told.no_longer_seen)))
        others = [one.name for one in report.chart.sides if one.name != side]
        sections.append(Section(f"Seen of {' and '.join(others)}", tuple(blocks)))
    return sections


def _unit(row: UnitRow, look: int) -> LetterRow:
    code = f"{row.code}{'*' if row.changes else ''}"
    sort = row.kind.partition(",")[0].lower()
    kind = f", {sort}" if sort not in row.name.lower() else ""
    if row.gone:
        return LetterRow(code, f"{row.name}{kind}", (f"{capital(', '.join(row.states) or 'gone')}.",), look)
    if row.to_come:
        return LetterRow(code, f"{row.name}{kind}", (f"{capital(row.to_come)}. Strength {row.strength}.",), look)
    strength = (f"Strength {row.strength}",) if row.strength else ()  # a general has none
    states = capital(", ".join((*strength, *row.states)))
    changes = f" {capital('; '.join(row.changes))}." if row.changes else ""
    facing = f", facing {row.facing}" if row.facing else ""  # a force of a campaign has none
    said = f"{states}.{changes}" if states else changes.strip()
    return LetterRow(code, f"{row.name}{kind}, {row.place}{facing}", (said,) if said else (), look)


def _dice(report: Report) -> list[Block]:
    """The commitment in the first report, the seed in the last, the words that seats have added; else nothing."""
    blocks: list[Block] = []
    if report.commitment:
        text = (
            "Every die of this battle comes from a secret seed. Here is its SHA-256; the seed itself follows when the "
            "battle is over, so that anyone can roll every die again:"
        )
        blocks += [Para(text), Rows((LetterRow("hash", _broken(report.commitment)),))]
    if report.seed:
        text = (
            "The seed of the dice. Its SHA-256 is in your first report; with it anyone can roll every die again. The "
            "archive of the game, among its downloads, holds every order and every die, and pbem verify checks it."
        )
        blocks += [Para(text), Rows((LetterRow("seed", _broken(report.seed)),))]
    if report.dice_note and (report.commitment or report.seed):
        blocks.append(Para(report.dice_note, quiet=True))
    return blocks


def _broken(text: str) -> str:
    return " ".join(text[i : i + 16] for i in range(0, len(text), 16))


def _footer(heading: Heading) -> tuple[Block, ...]:
    players = " ".join(f"{side}: {name}." for side, name in heading.players)
    code = ""
    if heading.code:
        code = (
            f"This is your turn {heading.number}; its code is {heading.code}. You need the code only in a new mail, "
            "not in a reply to this one."
        )
    return (
        Para(paragraph(players, code), quiet=True),
        Links(
            (
                ("The game", heading.game_url),
                ("How to write orders", heading.help_url),
                *((("The rules", heading.rules_url),) if heading.rules_url else ()),
            )
        ),
    )


# --- the answer to orders -----------------------------------------------------------------------------------------


MOST_SHOWN = 40
"""Lines of a kind that an answer quotes: its text may be of thousands."""


def ack_letter(ack: Ack) -> Letter:
    """The one answer to a player's mail: what was not taken as ready, what counts, what needs them."""
    heading, reading = ack.heading, ack.reading
    needs = len(reading.problems)
    unchanged = "Noted for turns to come" if ack.later else "Nothing was changed"
    unchanged = "Your orders are taken back" if ack.before and not ack.version else unchanged
    title = (
        ("Orders submitted" if ack.final else "Orders saved as a draft") if ack.version and ack.changed else unchanged
    )
    title = "Your orders were the last in" if ack.played else title
    title = "Checked only: nothing is saved" if ack.checked else title
    only_later = bool(ack.later) and not (reading.understood or needs)
    lead = paragraph(
        "" if only_later else _understood_lines(ack),
        _came(ack),
        _finality(ack),
    )
    sections: list[Section] = [*_not_ready(ack), *_without_orders(ack)]
    if ack.remarks:
        sections.append(Section("", tuple(Note("warn", remark) for remark in ack.remarks)))
    if needs:
        word = "1 line needs you" if needs == 1 else f"{needs} lines need you"
        notes: tuple[Note | Para, ...] = tuple(problem_note(problem) for problem in reading.problems[:MOST_SHOWN])
        if needs > MOST_SHOWN:
            notes = (*notes, Para(f"And {needs - MOST_SHOWN} more."))
        again = "that line" if needs == 1 else "those lines"
        mend = f"Reply with {again} only; the other units keep their orders."
        sections.append(Section(word, (*notes, Para(mend), Button("Correct it on the web", heading.game_url))))
    if reading.warnings:
        sections.append(Section("Will not work as written", tuple(warning_note(one, ack) for one in reading.warnings)))
    if ack.standing is not None or not only_later:
        sections.append(Section("Your orders as understood", tuple(_understood(ack))))
    if reading.unread:
        rows = tuple(LetterRow(str(number), quote) for number, quote in reading.unread[:MOST_SHOWN])
        more = len(reading.unread) - MOST_SHOWN
        rest = (Para(f"And {more} more."),) if more > 0 else ()
        sections.append(Section("Not read as orders", (Rows(rows), *rest)))
    return Letter(
        kicker=f"{heading.game}, {heading.turn or 'the end'}. Your orders.",
        title=title,
        lead=(lead,),
        due=None if ack.played or ack.final else due_of(heading),
        sections=tuple(sections),
        footer=_footer(heading),
        preheader=lead,
        subject=_subject_of_ack(ack, title),
    )


def _subject_of_ack(ack: Ack, title: str) -> str:
    """``round 5: 2 lines need you``, ``round 5: orders submitted``, ``round 5 played``."""
    needs = len(ack.reading.problems)
    if ack.played:
        return f"{ack.heading.turn} played"
    what = f"{needs} {'line needs' if needs == 1 else 'lines need'} you" if needs else title[:1].lower() + title[1:]
    return f"{ack.heading.turn}: {what}" if ack.heading.turn else what


def _understood_lines(ack: Ack) -> str:
    """How much of a mail was understood; nothing where it only says ready, undo or the like."""
    reading = ack.reading
    read, needs = len(reading.understood), len(reading.problems)
    if not read and not needs and (reading.controls or not ack.changed):
        return ""
    doubtful = f", {reading.doubtful} will not work as written" if reading.doubtful else ""
    need = f", {needs} {'line needs' if needs == 1 else 'lines need'} you" if needs else ""
    if not read and needs:
        return f"{needs} {'line needs' if needs == 1 else 'lines need'} you."
    return f"{read} {'order' if read == 1 else 'orders'} understood{doubtful}{need}."


def _came(ack: Ack) -> str:
    if ack.version is None or not ack.changed:
        return ""
    zone = ack.heading.zone
    door = "the umpire" if ack.version.door == "umpire" else ack.version.door
    came = f"This is version {ack.version.number} of your orders, by {door}, {local(ack.version.at, zone)}"
    return f"{came}; it replaces version {ack.before.number}." if ack.before else f"{came}."


def _finality(ack: Ack) -> str:
    if ack.played:
        report = "the report is on its way" if ack.told else "its report comes with your next turn"
        return f"All sides had submitted, so the turn has been played: {report}."
    if ack.checked:
        return "To save these orders, send them without the line check."
    if ack.version is None:
        return "You can still send orders until the deadline." if ack.heading.due else ""
    if ack.final:
        end = f", {local(ack.heading.due, ack.heading.zone)}" if ack.heading.due else ""
        by = f", or at the deadline{end}" if ack.heading.due else ""
        when = ack.plays or f"The turn is played when all sides have submitted{by}. Until then you can change them."
        stay = "" if ack.changed else "Your orders stay submitted as they were."
        return paragraph(stay, when, "The word undo on a line of its own makes them a draft again.")
    if ack.reopened:
        return "You had submitted them; now they are a draft again: write ready on a line of its own when you are done."
    them = "They" if ack.changed else "Your orders"
    return f"{them} are not submitted yet: write ready on a line of its own when you are done."


def _not_ready(ack: Ack) -> list[Section]:
    """What speaks of being ready and was not taken so: its writer thinks that the orders are submitted."""
    lines = [(number, quote) for number, quote in ack.reading.unread if speaks_of_ready(quote)]
    if not lines or ack.final or ack.played:
        return []
    rows = tuple(LetterRow(str(number), quote) for number, quote in lines[:MOST_SHOWN])
    how = "To submit your orders, reply with a line that holds the word ready and nothing else."
    return [Section("", (Note("warn", "Your orders are not submitted: this was not taken as ready", how, rows),))]


def _without_orders(ack: Ack) -> list[Section]:
    """Which units of submitted orders have none, and what they do."""
    if not ack.gaps:
        return []
    alike = {line.order for line in ack.gaps}
    who = "It" if len(ack.gaps) == 1 else "They"
    what = f"{who} will {alike.pop()}." if len(alike) == 1 else "Their defaults are listed below."
    title = "One unit has no order" if len(ack.gaps) == 1 else f"{len(ack.gaps)} units have no order"
    row = LetterRow("", f"{', '.join(line.code for line in ack.gaps)}. {what}")
    return [Section("", (Note("warn", title, "", (row,)),))]


def problem_note(problem: Problem) -> Note:
    """A refusal: the line quoted, one reason, the rule, what stands instead, what would be taken."""
    cited = f" ({', '.join(problem.rules)})" if problem.rules else ""
    end = "" if problem.reason.endswith("?") else "."
    notes = [f"{capital(problem.reason.rstrip('.'))}{cited}{end}"]
    if problem.consequence:
        notes.append(problem.consequence)
    if problem.suggestions:
        notes.append(f"You could write: {'; or '.join(problem.suggestions)}.")
    return Note("bad", f"Line {problem.line}, {problem.kind}", "", (LetterRow("", problem.quote, tuple(notes)),))


def warning_note(warning: OrderWarning, ack: Ack) -> Note:
    """An order that is filed and will not work: who, where, who acts first, the rule, what would work."""
    lines = (ack.standing or ack.reading).understood
    orders = [LetterRow(one.code, one.order) for one in lines if one.code == " ".join(warning.units)]
    notes = [warning.text + (f" ({', '.join(warning.rules)})" if warning.rules else "")]
    if warning.suggestions:
        notes.append(f"This would work: {'; or '.join(warning.suggestions)}.")
    row = orders[0] if orders else LetterRow(" ".join(warning.units), "")
    return Note("warn", listed(warning.units), "", (LetterRow(row.code, row.main, tuple(notes)),))


def _understood(ack: Ack) -> list[Block]:
    """The orders as they will be carried out, with those of earlier mails in their places, then the units without."""
    read = {(line.code, line.order): line.note for line in ack.reading.understood}
    note = "sent before" if ack.played else "sent before, still in force"
    lines = ack.standing.understood if ack.standing is not None else ()
    rows = [LetterRow(one.code, one.order, _notes(read.get((one.code, one.order), note))) for one in lines]
    shown = {(one.code, one.order) for one in lines}
    rows += [LetterRow(code, order, _notes(said)) for (code, order), said in read.items() if (code, order) not in shown]
    missing = (ack.standing or ack.reading).missing
    rows += [LetterRow(line.code, f"no order; default: {line.order}") for line in missing]
    if not rows:
        return [Para("No line of your mail could be taken as an order. Your earlier orders, if any, are unchanged.")]
    return [Rows(tuple(rows))]


def _notes(note: str) -> tuple[str, ...]:
    return (note,) if note else ()


# --- reminders, missed turns, refusals, sign-in -------------------------------------------------------------------


def reminder_letter(reminder: Reminder) -> Letter:
    """A reminder, to the late only."""
    heading = reminder.heading
    lead = "You haven't sent an answer yet." if heading.question else "You haven't sent any orders yet."
    title = "No answer from you yet" if heading.question else "No orders from you yet"
    if reminder.sent is not None:
        title = "Your orders are not submitted"
        lead = f"Version {reminder.sent.number} of your orders is saved as a draft."
    after = f"After the deadline there is grace until {heading.grace}." if heading.grace else ""
    return Letter(
        kicker=f"{heading.game}, {heading.turn}. Reminder for {heading.side}.",
        title=title,
        lead=(paragraph(lead, after, "This is the only reminder."),),
        due=due_of(heading),
        sections=_if_silent(heading, reminder.form, reminder.silence),
        footer=_footer(heading),
        preheader=lead,
        subject=f"reminder, {subject_of_turn(heading)}",
    )


def late_letter(late: Late) -> Letter:
    """The deadline has passed; orders may still count."""
    heading = late.heading
    lead = f"The deadline has passed without your {'answer' if heading.question else 'orders'} for {heading.turn}."
    still = f"{'It still counts' if heading.question else 'They still count'} until {late.until}." if late.until else ""
    return Letter(
        kicker=f"{heading.game}, {heading.turn}. Late, for {heading.side}.",
        title="Your answer is late" if heading.question else "Your orders are late",
        lead=(paragraph(lead, still),),
        sections=_if_silent(heading, late.form, late.silence),
        footer=_footer(heading),
        preheader=lead,
        subject=f"{heading.turn}: your {'answer is' if heading.question else 'orders are'} late",
    )


def extended_letter(heading: Heading) -> Letter:
    """A deadline that has moved."""
    due = both(heading.due, heading.zone) if heading.due else ""
    day = local(heading.due, heading.zone).partition(",")[0] if heading.due else ""
    return Letter(
        kicker=f"{heading.game}, {heading.turn}. A new deadline, for {heading.side}.",
        title="The deadline has moved",
        lead=(f"The new deadline for {heading.turn} is {due}. The orders you have sent still count.",),
        due=due_of(heading),
        sections=(Section("", (Button("The game", heading.game_url),)),),
        footer=_footer(heading),
        preheader=f"Now {due}.",
        subject=f"{heading.turn}: new deadline {day}".strip(),
    )


def _if_silent(heading: Heading, form: tuple[FormLine, ...], silence: str) -> tuple[Section, ...]:
    """The button, and what is done for a silent seat."""
    after = "Or reply to this mail with lines of your own."
    opening = Section("", (Button("Answer" if heading.question else "Give orders", heading.game_url, after),))
    rest: list[Block] = [Para(silence)] if silence else []
    if form:
        rest += [
            Para("This will be your answer:" if heading.question else "Your units will do this:"),
            Rows(form_rows(form)),
        ]
    if heading.question or not form:
        return opening, Section("If you send nothing", tuple(rest))
    rest.append(Para(f"That may be all you want. {controls(heading)}", quiet=True))
    return opening, Section("If you send nothing", tuple(rest))


def refusal_letter(refusal: RefusedMail) -> Letter:
    """A mail whose orders were not taken: why, the text given back, and the form that counts now."""
    heading = refusal.heading
    sections: list[Section] = []
    if refusal.lines:
        rows = Rows(tuple(LetterRow("", line) for line in refusal.lines))
        sections.append(Section("What you sent", (Para("Your mail is kept, but nothing in it was applied."), rows)))
    if refusal.form and heading.turn:
        sections.append(_form_section(heading, refusal.form, ""))
    else:
        sections.append(Section("", (Button("Open the game", heading.game_url),)))
    return Letter(
        kicker=f"{heading.game}. Your mail, for {heading.side}.",
        title=refusal.title,
        lead=refusal.why,
        due=due_of(heading),
        sections=tuple(sections),
        footer=_footer(heading),
        preheader=refusal.title,
    )


class SignInMail(msgspec.Struct, frozen=True, kw_only=True):
    """A sign-in link."""

    name: str

    url: str

    minutes: int
    """Minutes for which the link holds."""


def signin_letter(sign_in: SignInMail) -> Letter:
    """The mail with the sign-in link."""
    return Letter(
        kicker="Your sign-in link",
        title="Sign in",
        lead=(f"Here is the link to sign in as {sign_in.name}.",),
        sections=(
            Section(
                "",
                (
                    Button(
                        "Sign in",
                        sign_in.url,
                        f"The link works once, within {sign_in.minutes} minutes. The page has one button.",
                    ),
                    Para("If you didn't ask for it, do nothing: no one can sign in without this link.", quiet=True),
                ),
            ),
        ),
        preheader="One button, no password.",
    )
