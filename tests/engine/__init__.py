"""The engine, proved on two toy rule sets."""
