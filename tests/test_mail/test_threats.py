"""Behind every row of ``docs/mail-threats.md`` stands a raw mail of ``tests/mail``, or a test that is there."""

import importlib
import re
from pathlib import Path

import pytest

from tests.test_mail.test_fixtures import EXPECTED

DOC = Path(__file__).parent.parent.parent / "docs" / "mail-threats.md"

TESTS: dict[int, tuple[str, ...]] = {
    2: ("mailroom.test_the_same_bytes_twice_are_one_mail",),
    24: (
        "floods.test_one_who_floods_us_keeps_nobody_waiting",
        "lmtp.test_over_the_quota_of_unread_mails_the_sender_is_told_to_try_again",
    ),
    30: (
        "doors.test_a_connection_cut_within_the_data_stores_nothing",
        "imap.test_a_mail_that_was_cut_is_fetched_again",
        "imap.test_a_mail_that_comes_in_pieces_waits_and_keeps_no_other_waiting",
    ),
    31: (
        "doors.test_a_mailbox_that_numbers_its_mails_anew_brings_no_mail_twice",
        "imap.test_of_a_mailbox_that_numbers_its_mails_anew_the_operator_is_told_once",
    ),
    32: (
        "doors.test_two_sweepers_store_a_mail_once",
        "imap.test_of_two_workers_one_has_the_mailbox_and_the_other_takes_over",
    ),
    33: ("mailroom.test_orders_for_a_played_turn_are_given_back_with_the_form_that_counts",),
    35: ("mailroom.test_what_arrived_after_the_deadline_and_grace_does_not",),
    36: ("doctor.test_a_mailbox_whose_clock_differs_is_told_of_once_a_day",),
    37: (
        "deadline_race.test_a_second_before_counts_on_the_dot_does_not",
        "deadline_race.test_stamped_in_time_and_committed_after_the_turn_was_played_is_told_and_never_dropped",
        "deadline_race.test_the_stamps_decide_and_a_while_is_waited_for_mails_that_do_not_show_yet",
    ),
    39: ("deadline_race.test_corrections_count_by_arrival_whatever_the_order_they_are_read_in",),
    70: (
        "doors.test_a_mail_too_large_is_refused_for_good",
        "doors.test_a_mail_too_large_is_kept_by_its_head_and_answered",
    ),
    79: (
        "hostile.test_a_hostile_mail_comes_back_in_time",
        "bounded.test_its_memory_is_limited",
        "mailroom.test_a_reader_that_never_ends_is_ended",
    ),
    85: ("answers.test_a_token_stands_in_the_reply_address_and_its_code_on_one_line",),
    86: (
        "pausing.test_opening_the_link_changes_nothing",
        "pausing.test_a_mail_program_pauses_by_one_post_without_signing_in",
    ),
}
"""Rows that no mail alone can stand for, or not whole: where in ``tests/test_mail`` they are tried."""

rows = [int(number) for number in re.findall(r"^\| (\d+) \|", DOC.read_text(), re.MULTILINE)]


def test_the_rows_are_counted_through() -> None:
    assert rows == list(range(1, 87))


@pytest.mark.parametrize("row", rows)
def test_every_row_is_tried(row: int) -> None:
    mails = [name for name, expected in EXPECTED.items() if row in expected.rows]
    assert mails or row in TESTS
    for named in TESTS.get(row, ()):
        module, _, name = named.rpartition(".")
        assert callable(getattr(importlib.import_module(f"tests.test_mail.test_{module}"), name))
