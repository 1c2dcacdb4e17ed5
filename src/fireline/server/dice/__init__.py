"""Dice that nobody can steer: fresh values of every seat, mixed once all is fixed, and signed heads of the log."""
