"""JSON for everything a seat can do: one table of operations, from which addresses and document follow."""
