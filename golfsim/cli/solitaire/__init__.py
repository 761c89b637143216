"""The commands of Golf solitaire, which have the root of the command line to themselves."""
