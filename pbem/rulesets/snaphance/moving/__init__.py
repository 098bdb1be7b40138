"""Command, ground, zones and movement (SN-3, SN-4; terrain, towns)."""
