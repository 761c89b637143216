"""Simulate a plan into a dataset on disk; knows no game, only its columns and its play functions."""

from golfsim.datasets.format import Field
from golfsim.simulate.plan import Group, Plan, Play
from golfsim.simulate.progress import Progress
from golfsim.simulate.run import Summary, run_plan

__all__ = ["Field", "Group", "Plan", "Play", "Progress", "Summary", "run_plan"]
