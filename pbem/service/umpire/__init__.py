"""What the umpire of a game does: looks, rules, holds reports, answers questions."""
