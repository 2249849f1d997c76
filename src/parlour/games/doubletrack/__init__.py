"""Doubletrack (Milton Bradley, 1981), on a reconstructed board."""
