"""Analysis: what if, side by side, over a grid, what each rule is worth, and how the dice fell.

Everything here is exact unless it says that it is simulated; then it comes with its interval.
"""
