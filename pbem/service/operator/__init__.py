"""What the operator looks at: the mails, the doors, and whether they are well set up."""
