"""What holds for every test: the rule coverage, and examples that are the same in every run."""

from hypothesis import settings

pytest_plugins = ["rule_coverage"]

settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
