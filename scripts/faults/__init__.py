"""Faults planted on purpose, and which suite of tests finds each."""
