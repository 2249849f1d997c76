"""Positions whose exact values are known, how they were found, and how far a player is from them."""
