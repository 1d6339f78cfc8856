"""Desks on which a page is hard to find, for training and validation: paper on paper, white on white, patterns, clutter, too near or too far."""
import math

import numpy as np
from PIL import Image, ImageDraw

from desks import clutter, lay, noise, quad
from desks import surface as plain_surface

PALE = [(236, 234, 228), (246, 245, 242), (225, 221, 212), (240, 232, 218), (212, 214, 216), (232, 236, 240), (250, 250, 248), (218, 205, 186)]


def surface(rng, size, scale):
    """A surface as pale as paper, tiled, planked or printed; or one of desks.py."""
    w, h = size
    kind = rng.random()
    if kind < .35:
        return plain_surface(rng, size, scale)
    base = np.array(rng.choice(PALE) if rng.random() < .65 else tuple(rng.randint(20, 235) for _ in range(3)), np.float32)
    tone = 1 + noise(rng, size, (5, 5), -.06, .06) + noise(rng, size, (max(2, w // 3), max(2, h // 3)), -.02, .02)
    picture = Image.fromarray((base * tone[..., None]).clip(0, 255).astype(np.uint8))
    pen, other = ImageDraw.Draw(picture), tuple(int(min(255, max(0, v + rng.choice([-1, 1]) * rng.uniform(6, 60)))) for v in base)
    if kind < .55:  # tiles, planks, lined cloth
        angle, step, wide = rng.choice([0, 0, rng.uniform(-.6, .6)]), w * rng.uniform(.04, .4), max(1, round(rng.uniform(1, 7) * scale))
        for turn in ([angle, angle + math.pi / 2] if rng.random() < .6 else [angle]):
            d, n = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
            for i in range(-40, 41):
                at = np.array([w / 2, h / 2]) + n * step * (i + .3)
                pen.line([*(at - d * 2 * h), *(at + d * 2 * h)], fill=other, width=wide)
    elif kind < .75:  # printed cloth, a mat with pictures
        for _ in range(rng.randint(20, 160)):
            x, y, r = rng.uniform(0, w), rng.uniform(0, h), w * rng.uniform(.005, .06)
            shade = tuple(int(min(255, max(0, v + rng.uniform(-50, 50)))) for v in other)
            (pen.ellipse if rng.random() < .6 else pen.rectangle)([x - r, y - r * rng.uniform(.3, 1), x + r, y + r * rng.uniform(.3, 1)], fill=shade)
    return picture


def place(rng, size, scale, inside):
    """A page that is small, nearly fills the picture, is rotated, or extends beyond the picture; the latter only without `inside`."""
    w, h = size
    share, turn = rng.uniform(.4, 1.0), rng.gauss(0, .08) + (rng.uniform(-.5, .5) if rng.random() < .2 else 0)
    slack = 0 if inside or rng.random() < .8 else .12
    for _ in range(300):
        corners = quad(rng, size, share, (w * rng.uniform(.36, .64), h * rng.uniform(.4, .6)), turn)
        if all(w * -slack + 4 * scale < x < w * (1 + slack) - 4 * scale and h * -slack + 4 * scale < y < h * (1 + slack) - 4 * scale for x, y in corners):
            return corners, share
        share, turn = share * .985, turn * .98
    raise ValueError('no place for the page')


def others(rng, photo, page, corners, share, scale, shadow):
    """Draws sheets under the page at nearly the same angle, sheets beside it, coloured books."""
    w, h = photo.size
    centre = np.mean(corners, 0)
    across = np.array(corners[1]) - np.array(corners[0])
    turn = math.atan2(across[1], across[0])
    for _ in range(rng.randint(0, 4)):
        kind = rng.random()
        if kind < .6:
            other = page.rotate(rng.choice([0, 180]))
        elif kind < .8:
            other = Image.new('RGB', page.size, tuple(rng.randint(215, 252) for _ in range(3)))
        else:
            other = Image.new('RGB', page.size, tuple(rng.randint(20, 240) for _ in range(3)))
        if rng.random() < .5:  # in the same pile
            at, angle = centre + np.array([rng.gauss(0, .05) * w, rng.gauss(0, .05) * h]), turn + rng.gauss(0, .06)
        else:
            away = rng.uniform(0, 6.28)
            at, angle = centre + np.array([math.cos(away) * w, math.sin(away) * h]) * rng.uniform(.25, .8), turn + rng.uniform(-.8, .8)
        lay(photo, other, quad(rng, photo.size, share * rng.uniform(.75, 1.15), tuple(at), angle), shadow())


def around(rng, photo, corners, front):
    for _ in range(rng.randint(0, 2)):
        clutter(rng, photo, corners, front)
