"""Orders that nobody wrote out in figures: aims, standing orders and defaults, made exact as the battle stands."""
