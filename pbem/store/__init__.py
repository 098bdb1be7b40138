"""Where games are kept: the journal, and the rows that are not part of any story (mails, deadlines, players).

SQLite or PostgreSQL; ``docs/storage.md`` says what lies where.
"""
