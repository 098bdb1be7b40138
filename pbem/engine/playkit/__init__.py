"""What random play of any rule set needs: a player who knows only the language, and what is checked of lists."""
