"""How questions are answered: the battle as whoever asks may know it, and what is said of it."""
