"""What holds for every test: rule coverage, what is slow, and examples that are the same in every run."""

from hypothesis import settings

pytest_plugins = ["rule_coverage", "slow"]

settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
