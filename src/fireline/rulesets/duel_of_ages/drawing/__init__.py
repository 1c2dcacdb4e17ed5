"""What is drawn of Duel of Ages: the map of dots and walls, a shot on it, a threat map over it."""
