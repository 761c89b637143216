"""The games, one folder each. They know what lies below them and nothing of each other."""
