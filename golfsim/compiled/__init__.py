"""What every kernel is made with: compilation and its cache, the random number generator, sets as bits."""
