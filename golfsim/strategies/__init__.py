"""What strategies of every game share: facts and options, plug-ins, and finding them by name. Knows no game."""
