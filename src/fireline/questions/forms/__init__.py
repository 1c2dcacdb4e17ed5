"""The forms of what is asked and answered, which every door sends."""
