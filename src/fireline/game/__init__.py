"""What every game has: shots, commands, events, a log, and the protocol a ruleset keeps."""
