"""What players see and settle of their own accounts: mail preferences, own mails, leaving."""
