"""Mail that goes out: written, sent, and what becomes of it when it does not arrive."""
