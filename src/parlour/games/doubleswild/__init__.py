"""Doubles Wild (Enginuity, 1997; rules of the third edition, 1999)."""
