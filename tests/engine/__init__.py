"""The engine, proved on two toy rule sets (ENGINE 9)."""
