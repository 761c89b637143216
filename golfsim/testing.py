"""Conformance checks for strategies of Golf solitaire; see `golfsim.games.solitaire.conformance`."""

from golfsim.games.solitaire.conformance import NotConforming, check_strategy, mixed_rules

__all__ = ["NotConforming", "check_strategy", "mixed_rules"]
