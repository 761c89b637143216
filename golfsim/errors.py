"""Every error golfsim raises on purpose. Each message is one line that names the value and what would be right."""


class GolfsimError(Exception):
    """Base of all errors below; `exit_code` is what the command line exits with."""

    exit_code = 1


class OptionError(GolfsimError, ValueError):
    """An unknown name or a value out of range, given as an option or argument."""

    exit_code = 2


class DealError(GolfsimError, ValueError):
    """A deal that cannot be read, or whose cards are not those the rules ask for."""


class IllegalMove(GolfsimError, ValueError):
    """A move the rules do not allow; the message says why."""


class StrategyError(GolfsimError):
    """A plug-in strategy that cannot be loaded, failed while playing, or returned an illegal move."""


class DatasetError(GolfsimError):
    """A dataset that is damaged, foreign, locked or of another configuration."""
