"""The sequence of play: rounds, activations, a stand's turn, what it may do, and how a battle ends (SN-1, SN-14)."""
