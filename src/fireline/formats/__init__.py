"""Files: battle files read and written, logs, pictures."""
