"""The alarm clock: it rings, it survives a job's trouble, it ends on a signal."""

import logging
import os
import signal
import threading
from datetime import timedelta

import pytest

from pbem.service.options import Options
from pbem.service.play.games import load_game
from pbem.store.errors import StoreUnavailable
from pbem.worker import RecurringJob, Worker, clock_job
from tests.test_service.conftest import Office, lite, office_on
from tests.toyrules import BLUE, RED

__all__ = ["lite", "office_on"]

SOON = timedelta(milliseconds=50)


def test_a_job_in_trouble_is_logged_and_comes_round_again(caplog: pytest.LogCaptureFixture) -> None:
    rung: list[str] = []
    enough = threading.Event()

    def gone() -> None:
        rung.append("gone")
        raise StoreUnavailable("the database is locked")

    def wrong() -> None:
        rung.append("wrong")
        if rung.count("wrong") >= 3 and rung.count("gone") >= 3:
            enough.set()
        raise ZeroDivisionError

    worker = Worker([RecurringJob("gone", SOON, gone), RecurringJob("wrong", SOON, wrong)])
    with caplog.at_level(logging.INFO):
        worker.start()
        assert enough.wait(10)
        worker.close()
    assert "the database is locked" in caplog.text
    assert "wrong failed; it is tried again" in caplog.text


def test_the_clock_job_plays_what_is_due(lite: Office) -> None:
    game = lite.begin(Options(every=6, unit="hours", grace=0))
    lite.later(hours=7)
    worker = Worker([clock_job(lite.services)])
    worker.start()
    for _ in range(100):
        if load_game(lite.services, game).desk.turns == {RED: 2, BLUE: 2}:
            break
        threading.Event().wait(0.1)
    worker.close()
    assert load_game(lite.services, game).desk.turns == {RED: 2, BLUE: 2}


def test_a_signal_ends_it_after_what_is_being_done() -> None:
    done: list[str] = []

    def slow() -> None:
        threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGTERM)).start()
        threading.Event().wait(0.5)
        done.append("finished")

    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    try:
        Worker([RecurringJob("slow", timedelta(hours=1), slow)]).run()
    finally:
        signal.signal(signal.SIGTERM, before[0])
        signal.signal(signal.SIGINT, before[1])
    assert done == ["finished"]
