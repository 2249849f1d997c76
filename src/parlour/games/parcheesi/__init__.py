"""Plays by the rules of Parcheesi."""
