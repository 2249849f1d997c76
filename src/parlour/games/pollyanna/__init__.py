"""Pollyanna (Parker Brothers, 1951)."""
