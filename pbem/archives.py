"""Archives to and from the outside: a game out of the store, a file checked."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from pbem.engine.archive import ArchiveError, archive_header, export_lines, read_archive, verify
from pbem.engine.ids import GameId
from pbem.rulesets import UnknownRules, rule_set
from pbem.service.play.work import UnknownGame
from pbem.service.post import Post
from pbem.store import journal


class Verified(msgspec.Struct, frozen=True):
    """What checking an archive came to, in lines.  good: nothing is wrong."""

    good: bool
    lines: tuple[str, ...]


def export_game(post: Post, game: GameId) -> Iterator[str]:
    """The lines of a game's archive, each with its line feed.  Raises UnknownGame.

    While a game goes on its archive holds what is secret to its seats: it is the operator's until the end.
    """
    with post.db.reading() as session:
        entries = journal.load(session, game)
    if not entries:
        raise UnknownGame(f"there is no game {game!r}; `pbem games` lists those there are")
    return export_lines(archive_header(entries), entries)


def verify_file(path: Path, audit: bool) -> Verified:
    """Check an archive file: chain, dice, fold; with audit every rule again.  Never raises for its content."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            archive = read_archive(file)
    except (ArchiveError, UnicodeDecodeError) as fault:
        return Verified(False, (f"{path} is no archive, or was changed: {fault}",))
    remarks: list[str] = []
    try:
        rules = rule_set(archive.header.rules)
    except UnknownRules as fault:
        rules = None
        remarks.append(str(fault))
    found = verify(archive, rules, audit)
    remarks += [str(one) for one in found]
    good = not any(one.fault for one in found) and not (audit and rules is None)
    header = archive.header
    done = "chain, dice, story and every rule" if audit else "chain, dice and story"
    last = f"{header.title} ({header.game}): {header.entries} entries; {done} {'hold' if good else 'DO NOT HOLD'}."
    return Verified(good, (*remarks, last))
