"""What can happen in a round, in the past tense, with the faces thrown as numbers: what it does, tells and costs."""

from fireline.game.event import events_in
from fireline.rulesets.endless_horizons.events import firing, posture

EVENTS = events_in(firing.__name__, posture.__name__)
