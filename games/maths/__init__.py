"""The mathematics that games share."""
