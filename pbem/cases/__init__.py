"""Running rules tests that are data: files of cases, each played through ``Play``."""
