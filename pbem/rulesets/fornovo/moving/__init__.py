"""Geometry: footprints, flanks, command, paths, charges."""
