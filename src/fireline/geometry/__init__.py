"""Numbers and shapes on the table: where lines run and what they meet. Knows no game."""
