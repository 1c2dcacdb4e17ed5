"""How a database of an older Fireline becomes one of this."""
