"""``python -m pbem.cli``."""

from pbem.cli.main import main

main(prog_name="pbem")
