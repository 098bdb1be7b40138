"""Games that gather their players: places, invitations, and the battles there are."""
