"""Players: who they are, where they sit, who stands in for them, how they want their mail."""
