"""What is drawn of Endless Horizons: the plan, range bands, the field on a scale of metres, and threat maps of it."""
