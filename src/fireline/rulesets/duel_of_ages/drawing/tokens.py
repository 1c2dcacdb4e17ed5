"""Heroes as tokens, told apart by shape and ground, and the small marks that picture and legend share."""

from __future__ import annotations

from fireline.draw.canvas import Pen, Point
from fireline.draw.palette import BLUE, GREEN, INK, PAPER, VERMILLION, WHITE
from fireline.draw.text import clip_middle
from fireline.rulesets.duel_of_ages.board import Team, space_name
from fireline.rulesets.duel_of_ages.pieces import Card, Weapon
from fireline.rulesets.duel_of_ages.state import Hero

GROUND = {Team.WHITE: WHITE, Team.BLACK: INK}
LETTERS = {Team.WHITE: INK, Team.BLACK: WHITE}
RIM = {Team.WHITE: BLUE, Team.BLACK: VERMILLION}
BELOW = 22.0
"""How far below the centre of its space a token lies, so that it leaves the dot free."""


def draw_hero(layer: Pen, hero: Hero, at: Point) -> None:
    """A hero's token around this place."""
    token = layer.group(kind=f"hero {hero.team}", note=describe_hero(hero), at=at, data_unit=hero.id)
    outline(token, hero.team)
    ink = LETTERS[hero.team]
    token.text((0, -1), clip_middle(hero.id, 58, 12), 12, bold=True, anchor="middle", fill=ink, kind="hero-id")
    health = f"{hero.wounds}/{hero.health or '?'}{' done' if hero.done else ''}"
    token.text((0, 11), health, 11, anchor="middle", fill=ink, kind="wounds")


def outline(pen: Pen, team: Team, scale: float = 1.0) -> None:
    """The token itself: rounded for white, cut corners for black."""
    x, y, cut, width = 33 * scale, 14 * scale, 7 * scale, max(3 * scale, 2)
    if team is Team.WHITE:
        pen.rect(
            (-x, -y), (2 * x, 2 * y), rx=cut, kind="token", fill=WHITE, stroke=BLUE, stroke_width=max(3 * scale, 2)
        )
        return
    corners = [(-x + cut, -y), (x - cut, -y), (x, -y + cut), (x, y - cut), (x - cut, y), (-x + cut, y)]
    corners += [(-x, y - cut), (-x, -y + cut)]
    pen.polygon(corners, kind="token", fill=GROUND[team], stroke=RIM[team], stroke_width=width)


def describe_hero(hero: Hero) -> str:
    """A hero in words."""
    cards = [_card(card) for card in hero.cards]
    done = ["has acted in this step"] if hero.done else []
    wounds = f"{hero.wounds} of {hero.health or '?'} wounds"
    return ", ".join([f"{hero.id}: {hero.team}", f"on {space_name(hero.space)}", wounds, *cards, *done])


def _card(card: Card) -> str:
    if not isinstance(card, Weapon):
        return "a card face down"
    return card.name if card.face_up else f"{card.name} face down"


def draw_archway(pen: Pen) -> None:
    """A small arch."""
    pen.path("M-7 8 V-1 a7 7 0 0 1 14 0 V8 Z", fill=PAPER, stroke=INK, stroke_width=2)


def draw_number(pen: Pen, number: str, *, open_: bool) -> None:
    """A space of a move: a solid ring where it is open to a reaction, a dashed one where it is closed."""
    colour, dashes = (GREEN, "none") if open_ else (VERMILLION, "3 2.5")
    pen.circle((0, 0), 9, fill=WHITE, stroke=colour, stroke_width=2.6, stroke_dasharray=dashes)
    pen.text((0, 4), number, 11, bold=True, anchor="middle")
