"""Mail that comes in: stored at a door, judged, filed, answered."""
