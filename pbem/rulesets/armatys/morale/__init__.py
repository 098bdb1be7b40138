"""Tests of reaction, breaking, rallying, generals."""
