"""Shared tables: seats, what each may see and say, and the game going on."""
