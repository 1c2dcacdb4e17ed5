"""The battery: tests of what every ruleset promises, run by `fireline.testing.plugin`."""
