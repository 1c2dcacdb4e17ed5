"""Commands that Blightmeer alone has."""
