"""The reports of all a player's battles in one mail: what is wanted where, and below it each report."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from pbem.reports.letter import Block, Button, Letter, Links, Para, Picture, Section, paragraph
from pbem.reports.letters import due_of, penned, report_letter
from pbem.reports.report import Heading, Penned, Report

Detail = Literal["whole", "brief", "list"]
"""What is told of each report: all of it; its first lines and the map; its first lines."""

ANSWER_IT = "An answer to this mail gives orders for {}, as an answer to its report does."
ANSWER_WHICH = (
    "An answer to this mail does not say which battle it is for: order by the address of the battle you mean, or put "
    "its code on a line of its own."
)


class DigestEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A battle.  post: as it stands now."""

    heading: Heading

    wanted: bool
    """Whether orders or an answer are awaited, to be sent to ``address``."""

    address: str = ""

    reports: tuple[tuple[Report, str, str], ...] = ()
    """Reports that waited for the digest, the oldest first: the name of its picture, and its page."""

    letters: tuple[Penned, ...] = ()
    """Letters that came since the last of them."""


def digest_letter(entries: tuple[DigestEntry, ...], day: str, detail: Detail = "whole") -> Letter:
    """The digest of a day (``Thu 14 May``)."""
    wanting = [one for one in entries if one.wanted]
    title = {0: "Nothing is wanted of you", 1: "One battle wants you"}.get(
        len(wanting), f"{len(wanting)} battles want you"
    )
    answering = [one.heading.game for one in entries if one.address]
    how = ANSWER_IT.format(answering[0]) if len(answering) == 1 else ANSWER_WHICH if answering else ""
    number = sum(len(one.reports) for one in entries)
    below = f"{number} report{'' if number == 1 else 's'} below." if number else ""
    return Letter(
        kicker=f"All your battles. {day}.",
        title=title,
        lead=tuple(text for text in (paragraph(below, how),) if text),
        sections=(*map(_overview, entries), *_reports(entries, detail)),
        preheader=paragraph(f"{title}.", *(_due(one) for one in wanting)),
    )


def _overview(entry: DigestEntry) -> Section:
    """What is wanted in a battle, by when, and where it is sent to."""
    heading = entry.heading
    blocks: list[Block] = [Para(_due(entry))]
    if heading.code and entry.address:
        blocks.append(Para(f"The code of this turn is {heading.code}.", quiet=True))
    blocks.append(Button(f"Open {heading.game}", heading.game_url))
    if entry.address:
        blocks.append(Links((("Order by mail", f"mailto:{entry.address}"),)))
    return Section(f"{heading.game}, for {heading.side}", tuple(blocks))


def _due(entry: DigestEntry) -> str:
    due = due_of(entry.heading)
    if due is None or not entry.wanted:
        return f"{entry.heading.game}: nothing is wanted of you there now."
    return f"{entry.heading.game}: {due[0][:1].lower()}{due[0][1:]}, {due[1]}."


def _reports(entries: tuple[DigestEntry, ...], detail: Detail) -> Iterator[Section]:
    for entry in entries:
        for report, name, url in entry.reports:
            letter = report_letter(report)
            lead = tuple(Para(text) for text in letter.lead)
            if detail == "whole":
                yield Section(f"{entry.heading.game}: {letter.title}", lead)
                yield from (_named(section, name) for section in letter.sections)
            else:
                maps = [block for section in letter.sections for block in section.blocks if isinstance(block, Picture)]
                shown = [msgspec.structs.replace(one, name=name) for one in maps] if detail == "brief" else []
                whole = Links(((f"All of it: {letter.title}", url),))
                yield Section(f"{entry.heading.game}: {letter.title}", (*lead, whole, *shown))
        if entry.letters:
            yield Section(f"{entry.heading.game}: letters", penned(entry.letters, entry.heading.zone))


def _named(section: Section, name: str) -> Section:
    """A section of a report as the digest has it: its picture named, without buttons, which stand above."""
    blocks = (
        msgspec.structs.replace(block, name=name) if isinstance(block, Picture) else block
        for block in section.blocks
        if not isinstance(block, Button)
    )
    return Section(section.title, tuple(blocks))
