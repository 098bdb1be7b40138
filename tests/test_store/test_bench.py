"""The measuring itself.  The figures are for ``pbem bench``."""

from pbem.engine.journal import check_chain, fold, story
from pbem.store import bench
from tests.test_store import skirmish


def test_a_turn_written_and_a_journal_folded_are_measured_whole() -> None:
    codec = skirmish.codec()
    entries = bench.sealed(codec, list(skirmish.drafts(30)))
    check_chain(entries)
    assert fold(story(codec, entries).lines).round == 30
    appending, folding = bench.bench_append(entries, rounds=5), bench.bench_fold(codec, entries, 1)
    assert (appending.entries, folding.entries) == (40, len(entries))
    assert appending.ratio > 0
    assert folding.folded > 0
    assert folding.read_and_folded > 0
