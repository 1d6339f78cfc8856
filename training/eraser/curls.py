"""Generates photographs of curled pages on desks. corners.json has the page's corners and `down`: how far its lines sink below
those of a flat page with the same corners, as shares of its height, on a grid of 9 rows and 33 columns over the page.

usage: curls.py PACK OUT [COUNT [FIRST_SEED]]
"""
import json, random, sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

from desks import coefficients, desk_photo, paste
from page import draw_page
from sheet import KINDS
from store import Store
from whole import PAGE

ROOM = .06


def curl(rng):
    """How far lines sink at x and y from 0 to 1, which is 0 at the page's sides: a bow, or the steep inner side of a book page."""
    top, bottom = (rng.choice([-1, 1]) * rng.uniform(.006, .025) for _ in range(2))
    bottom = abs(bottom) * np.sign(top) if rng.random() < .8 else bottom * .3
    steep = rng.choice([0, 0, rng.uniform(2, 5), -rng.uniform(2, 5)])

    def down(x, y):
        bow = 4 * x * (1 - x) if steep == 0 else (np.exp(steep * x) - 1 - (np.exp(steep) - 1) * x)
        if steep:
            line = np.linspace(0, 1, 101)
            bow = bow / np.abs(np.exp(steep * line) - 1 - (np.exp(steep) - 1) * line).max()
        return bow * (top + (bottom - top) * y)
    return down


def curled(page, down):
    """The bent page on a canvas with room above and below, and a mask of where the canvas is page."""
    w, h = page.size
    high = round(h * (1 + 2 * ROOM))
    x, y = np.meshgrid((np.arange(w) + .5) / w, ((np.arange(high) + .5) / high) * (1 + 2 * ROOM) - ROOM)
    source = y - down(x, y)
    source = y - down(x, source)
    grid = torch.from_numpy(np.stack([x * 2 - 1, source * 2 - 1], -1).astype(np.float32))[None]
    picture = torch.from_numpy(np.asarray(page).astype(np.float32)).permute(2, 0, 1)[None]
    bent = F.grid_sample(picture, grid, mode='bicubic', padding_mode='border', align_corners=False)[0].permute(1, 2, 0).clamp(0, 255).numpy()
    inside = ((np.minimum(source, 1 - source) * h + .5).clip(0, 1) * 255).astype(np.uint8)
    return Image.fromarray(bent.astype(np.uint8)), Image.fromarray(inside)


def lay_curled(down):
    def lay(photo, page, corners, shadow):
        canvas, inside = curled(page, down)
        w, h = page.size
        room = (canvas.height - h) / 2
        k = coefficients([(0, room), (w, room), (w, room + h), (0, room + h)], corners)
        # clears the mask's outermost pixels, so that nothing beyond the canvas counts as page
        framed = Image.new('L', inside.size)
        framed.paste(inside.crop((1, 1, w - 1, inside.height - 1)), (1, 1))
        paste(photo, canvas.transform(photo.size, Image.PERSPECTIVE, k, Image.BICUBIC), framed.transform(photo.size, Image.PERSPECTIVE, k, Image.BICUBIC), shadow)
    return lay


if __name__ == '__main__':
    store, out, count = Store(sys.argv[1], 'held'), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 60
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 55_000_000
    out.mkdir(parents=True, exist_ok=True)
    truth = {}
    x, y = np.meshgrid(np.linspace(0, 1, 33), np.linspace(0, 1, 9))
    for i in range(count):
        seed = first + i
        down = curl(random.Random(seed))
        layers = draw_page(store, seed, KINDS[i % len(KINDS)], PAGE)[0]
        photo, corners = desk_photo(layers, seed, lay_page=lay_curled(down))
        name = f'curl{i:03}.jpg'
        photo.save(out / name, quality=88)
        truth[name] = dict(width=photo.width, height=photo.height, corners=[[round(float(v), 2) for v in p] for p in corners], down=[round(float(v), 5) for v in down(x, y).ravel()])
    (out / 'corners.json').write_text(json.dumps(truth))
