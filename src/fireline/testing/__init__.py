"""The contract battery: what every ruleset promises, as tests that any game can be put to.

    pytest --fireline-ruleset my-game

runs it; `plugin` says how a game hands in battles of its own. Every pytest run of the environment imports this
package, so that it imports nothing.
"""
