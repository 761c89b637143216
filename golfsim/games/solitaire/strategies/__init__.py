"""Ways of playing Golf solitaire. One file a strategy; `registry` finds them by name."""
