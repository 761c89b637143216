"""Exact search: whether a deal can be cleared, its lowest strokes, and a line that reaches them."""

from golfsim.games.solitaire.kernels.solver.batch import solve_batch

__all__ = ["solve_batch"]
