"""One-hour pike and shot: a handful of units a side, measured in inches, one mail a player turn.

How the parts meet:

- ``battle``, ``commands``, ``asks``, ``facts``, ``tables``, ``view``: values.
- ``playing.checking``: ``check(view, order)`` -> the objections to an order as the battle stands, () when it would be
  carried out: the same one-step functions that play; ``check_sheet(view, side, orders)`` -> those of every order of a
  sheet, each judged after the ones before it have been carried out; ``check_set_up(view, side, places)``.
- ``playing.choices``: ``choices(view, unit)`` -> what is legal for a unit, and why not the rest.
- ``deciding.acting``: ``move_for(battle, unit)`` and ``shot_for(battle, unit)`` -> ``commands.Acting`` or None: what
  standing orders and defaults make a unit do that has no order for that step; asked by the script as each unit acts.
"""
