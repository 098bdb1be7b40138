"""Scenario files: read, checked, and made into a battle (catalogue section 8)."""
