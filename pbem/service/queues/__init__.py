"""What is queued to leave: mails and chat messages, and whether, when and to which address each may go."""
