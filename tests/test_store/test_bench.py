"""The measuring itself.  The figures are for ``pbem bench``; here is a wide margin."""

import pytest

from pbem.engine.journal import check_chain, fold, story
from pbem.store import bench
from tests.test_store import skirmish


@pytest.mark.slow
def test_a_turn_is_written_and_a_journal_folded_fast_enough() -> None:
    """Promised: 2.5 times the driver, 200,000 entries a second.  A busy machine may take twice as long."""
    codec = skirmish.codec()
    entries = bench.sealed(codec, list(skirmish.drafts(30)))
    check_chain(entries)
    assert fold(story(codec, entries).lines).round == 30
    appending, folding = bench.bench_append(entries), bench.bench_fold(codec, entries)
    assert (appending.entries, folding.entries) == (40, len(entries))
    assert appending.ratio < 5, appending
    assert folding.folded > 100_000, folding
