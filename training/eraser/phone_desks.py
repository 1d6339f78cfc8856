"""Photographs as phones give them, with the page's true corners, which may lie outside the picture: pages that fill the picture or lose one edge,
held in a hand, on black, two pages side by side, lying any way round.

usage: phone_desks.py PACK OUT [COUNT [FIRST_SEED]]
"""
import json, math, sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

import hard_desks
from desks import desk_photo, lay, noise, quad
from page import draw_page
from sheet import KINDS
from store import Store
from whole import PAGE

PHONES = ['fills', 'edge', 'hand', 'black', 'two', 'turned']


def inside(corners, point):
    """Whether a point lies in a convex quad whose corners run clockwise."""
    return all((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0 for a, b in zip(corners, [*corners[1:], corners[0]]))


class Phone:
    """One kind of photograph, in the shape that `desk_photo` takes for hard desks."""

    def __init__(self, kind):
        self.kind, self.spread = kind, None

    def surface(self, rng, size, scale):
        if self.kind == 'black':
            level = rng.uniform(3, 28)
            return Image.fromarray((level + noise(rng, size, (6, 6), -2, 2)[..., None] + np.zeros(3)).clip(0, 255).astype(np.uint8))
        if self.kind == 'hand':  # a room, out of focus
            room = np.stack([noise(rng, size, (rng.randint(3, 8), rng.randint(3, 8)), 10, 235) for _ in range(3)], -1)
            return Image.fromarray((room * .5 + room.mean(-1, keepdims=True) * .5).clip(0, 255).astype(np.uint8))
        return hard_desks.surface(rng, size, scale)

    def place(self, rng, size, scale, within):
        w, h = size
        around = rng.choice([0, 1, 2, 3]) * math.pi / 2 if self.kind == 'turned' else math.pi / 2 * (w > h) if self.kind == 'fills' else 0
        for attempt in range(4000):
            steady = 1 - attempt / 4000  # less slant and size where a photograph leaves little room
            share, turn = rng.uniform(.3 + .3 * steady, .5 + .42 * steady), around + rng.gauss(0, .06) * steady
            centre = (w * rng.uniform(.42, .58), h * rng.uniform(.42, .58))
            if self.kind == 'fills':
                share = rng.uniform(1.1, 1.3 + .5 * (1 - steady)) * max(1, w / h * 1.05)
                corners = quad(rng, size, share, centre, turn)
                if all(inside(corners, p) for p in [(0, 0), (w, 0), (w, h), (0, h)]):
                    return corners, share
                continue
            if self.kind == 'edge':
                share, side = rng.uniform(.75, 1.0), rng.randrange(4)
                centre = (w * (rng.uniform(.45, .55) + (side == 1) * .3 - (side == 3) * .3), h * (rng.uniform(.45, .55) - (side == 0) * .25 + (side == 2) * .25))
                corners = quad(rng, size, share, centre, turn)
                beyond = lambda p, s: (-p[1], p[0] - w, p[1] - h, -p[0])[s] / max(w, h)
                lost, kept = [corners[side], corners[(side + 1) % 4]], [s for s in range(4) if s != side]
                if all(.01 < beyond(p, side) < .2 for p in lost) and all(beyond(p, s) < -.005 for p in corners for s in kept):
                    return corners, share
                continue
            if self.kind == 'two':
                share = rng.uniform(.3, .3 + .55 * steady)
                corners = quad(rng, size, share, centre, turn)
                a, b, c, d = (np.array(p) for p in corners)
                self.left = [tuple(p) for p in (a - (b - a), a, d, d - (c - d))]
                self.spread = [self.left[0], tuple(b), tuple(c), self.left[3]]
                points = self.spread
            else:
                corners = quad(rng, size, share, centre, turn)
                points = corners
            if all(6 * scale < x < w - 6 * scale and 6 * scale < y < h - 6 * scale for x, y in points):
                return corners, share
        raise ValueError('no place for the page')

    def others(self, rng, photo, page, corners, share, scale, shadow):
        if self.kind == 'two':
            lay(photo, page.transpose(Image.FLIP_TOP_BOTTOM).transpose(Image.FLIP_LEFT_RIGHT) if rng.random() < .1 else page, self.left, shadow())
        elif self.kind in ('edge', 'turned'):
            hard_desks.others(rng, photo, page, corners, share, scale, shadow)

    def around(self, rng, photo, corners, front):
        if self.kind != 'hand' or not front:
            return
        w, h = photo.size
        skin = (rng.randint(150, 230), rng.randint(105, 170), rng.randint(80, 140))
        pen = ImageDraw.Draw(photo)
        for side in rng.sample([1, 2, 3], rng.choice([1, 1, 2])):
            a, b = np.array(corners[side]), np.array(corners[(side + 1) % 4])
            out = (a + b) / 2 - np.mean(corners, 0)
            out = out / np.linalg.norm(out)
            for i in range(rng.choice([1, 3, 4])):
                at = a + (b - a) * (rng.uniform(.25, .7) + i * .07)
                tip, end, thick = at - out * w * rng.uniform(.01, .05), at + out * w * .5, int(w * rng.uniform(.04, .06))
                pen.line([*tip, *end], fill=skin, width=thick)
                pen.ellipse([tip[0] - thick / 2, tip[1] - thick / 2, tip[0] + thick / 2, tip[1] + thick / 2], fill=skin)


def main():
    store, out = Store(sys.argv[1], 'held'), Path(sys.argv[2])
    count, first = (int(v) for v in (*sys.argv[3:5], *['200', '60000000'][len(sys.argv[3:5]):]))
    out.mkdir(parents=True, exist_ok=True)
    truth = {}
    for i in range(count):
        seed, phone = first + i, Phone(PHONES[i % len(PHONES)])
        layers = draw_page(store, seed, KINDS[i // len(PHONES) % len(KINDS)], PAGE)[0]
        photo, corners = desk_photo(layers, seed, hard=phone)
        name = f'{phone.kind}{i:03}.jpg'
        photo.save(out / name, quality=88)
        points = lambda corners: [[round(float(v), 2) for v in p] for p in corners]
        truth[name] = dict(kind=phone.kind, width=photo.width, height=photo.height, corners=points(corners), page=points(phone.spread or corners))
    (out / 'corners.json').write_text(json.dumps(truth, indent=1))


if __name__ == '__main__':
    main()
