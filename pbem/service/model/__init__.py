"""What a game, its orders and its mails are as values, before any use case: no database, no clock."""
