"""Compiled kernels: the strategies, the solver and the generator of deals, as loops over plain numbers.

Words, the same in all of them:

- *heights*: how many cards are left in each column.
- *waste state*: what decides which cards go on the waste: a rank code, `OPEN` or `DEAD_QUEEN`, see the rules.
- *position*: what lies on the table: heights, waste state and the stock left.
- *state*: what a search enters once. The solver: heights, with all the ways they are reached. The longest run:
  heights and waste state. Honest players: heights, the card played last and a lane.
- *lane*: what may still be unseen, one of the sub-multisets of `blind.lattice`.
- *policy*: what to do in every state below a position.
- *run*: plays in a row, without a draw.
- *line*: the moves of a deal.
"""
