"""Golf solitaire: rules, deals, kernels, strategies, and what is run, solved and hinted with them."""
