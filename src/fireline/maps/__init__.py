"""Maps of other programs, read as plain facts: Universal VTT, Foundry VTT, Tiled, MegaMek.

`reading` tells the formats apart, and each has a module. `importing` puts the questions of a map and of a game together
and makes a battle. What is read is hostile until it is a `PlainMap`.
"""
