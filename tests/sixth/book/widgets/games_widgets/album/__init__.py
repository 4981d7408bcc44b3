"""The pictures and the apps of the album."""
