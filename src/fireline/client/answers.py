"""What a server answers: the models of its API, and of what happens at a table."""

from fireline.questions.forms.shape import *  # noqa: F403 - whatever is there is an answer, or a part of one
from fireline.server.tables.happened import *  # noqa: F403
from fireline.server.tables.telling import *  # noqa: F403
