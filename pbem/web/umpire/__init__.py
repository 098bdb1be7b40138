"""The pages of a game's umpire, and what players put to the umpire."""
