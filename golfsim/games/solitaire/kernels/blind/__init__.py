"""Playing without seeing the stock: expectimax over lattices of unseen cards, and Monte Carlo over sampled stocks."""
