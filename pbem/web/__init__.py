"""The web pages: a view reads a request, calls one use case, renders a template; nothing else."""
