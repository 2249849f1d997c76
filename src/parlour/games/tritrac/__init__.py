"""Tri-Trac (Milton Bradley, 1980): a duel of turning tiles for a track between two arrows."""
