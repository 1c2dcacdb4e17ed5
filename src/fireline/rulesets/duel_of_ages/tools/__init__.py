"""Commands that Duel of Ages alone has."""
