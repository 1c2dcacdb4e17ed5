"""The contract battery for every game that is installed, the one of boats from outside among them."""

from fireline.testing.battery.chances import *  # noqa: F403
from fireline.testing.battery.commands import *  # noqa: F403
from fireline.testing.battery.editing import *  # noqa: F403
from fireline.testing.battery.hostile import *  # noqa: F403
from fireline.testing.battery.pictures import *  # noqa: F403
from fireline.testing.battery.planning import *  # noqa: F403
from fireline.testing.battery.rulings import *  # noqa: F403
from fireline.testing.battery.values import *  # noqa: F403
