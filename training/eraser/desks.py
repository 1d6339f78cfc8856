"""Generates photographs of pages on cluttered desks, with the page's true corners in corners.json (top left, top right, bottom right, bottom left, in pixels).

usage: desks.py PACK OUT [COUNT [FIRST_SEED [hard]]]
"""
import importlib, json, math, random, sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from page import draw_page
from sheet import KINDS
from store import Store
from whole import PAGE

INK, PENS = (35, 35, 38), [(60, 60, 64), (40, 60, 150), (30, 30, 36)]


def noise(rng, size, cells, low, high):
    """Low-frequency random tones over the picture."""
    small = np.random.default_rng(rng.getrandbits(32)).uniform(low, high, (cells[1], cells[0])).astype(np.float32)
    return np.asarray(Image.fromarray(small, 'F').resize(size, Image.BICUBIC))


def surface(rng, size, scale):
    """A desk surface: wood, plastic, cloth or marble, dark or light. `scale` does not change how its grain looks."""
    base = np.array(rng.choice([(150, 105, 65), (95, 62, 40), (190, 150, 105), (60, 60, 66), (32, 32, 36), (205, 205, 200), (228, 226, 220), (120, 130, 140), (70, 95, 80), (150, 60, 55)]), np.float32)
    w, h = size
    full_w, full_h = round(w / scale), round(h / scale)
    tone = 1 + noise(rng, size, (6, 6), -.1, .1)
    kind = rng.random()
    if kind < .5:
        along = noise(rng, size, (4, rng.randint(80, 240)), -.16, .16) if rng.random() < .5 else noise(rng, size, (rng.randint(80, 240), 4), -.16, .16)
        tone = tone + along + noise(rng, size, (full_w // 4, full_h // 30), -.04, .04)
    elif kind < .7:
        tone = tone + np.sign(np.sin(np.arange(w) / scale * rng.uniform(.05, .4)))[None] * .07 + np.sign(np.sin(np.arange(h) / scale * rng.uniform(.05, .4)))[:, None] * .07
    else:
        tone = tone + np.abs(noise(rng, size, (9, 9), -1, 1)) * .12 + noise(rng, size, (full_w // 3, full_h // 3), -.03, .03)
    picture = Image.fromarray((base * tone[..., None]).clip(0, 255).astype(np.uint8))
    if rng.random() < .25:  # the desk's edge
        pen = ImageDraw.Draw(picture)
        y = rng.randint(0, h // 5)
        pen.rectangle([0, 0, w, y], fill=tuple(int(v * rng.uniform(.4, .7)) for v in base))
    return picture


def coefficients(source, target):
    """Coefficients for PIL's PERSPECTIVE transform, which maps points of the photo to points of the page."""
    rows, right = [], []
    for (sx, sy), (tx, ty) in zip(source, target):
        rows += [[tx, ty, 1, 0, 0, 0, -sx * tx, -sx * ty], [0, 0, 0, tx, ty, 1, -sy * tx, -sy * ty]]
        right += [sx, sy]
    return np.linalg.solve(np.array(rows, float), np.array(right, float))


def quad(rng, size, share, centre, turn):
    """Corners of an A4 sheet seen in perspective."""
    w, h = size
    height = share * h
    half = np.array([(-.5, -.7071), (.5, -.7071), (.5, .7071), (-.5, .7071)]) * height / 1.4142
    tilt_x, tilt_y = rng.uniform(-.22, .22), rng.uniform(-.28, .28)
    points = []
    for x, y in half:
        z = 1 + (x * tilt_x + y * tilt_y) / height
        x, y = x / z, y / z
        points.append((centre[0] + x * math.cos(turn) - y * math.sin(turn), centre[1] + x * math.sin(turn) + y * math.cos(turn)))
    return points


def lay(photo, page, corners, shadow):
    """Draws the page onto the photo, with its shadow."""
    w, h = page.size
    k = coefficients([(0, 0), (w, 0), (w, h), (0, h)], corners)
    mask = Image.new('L', (photo.width * 3, photo.height * 3), 0)
    ImageDraw.Draw(mask).polygon([(x * 3, y * 3) for x, y in corners], fill=255)
    paste(photo, page.transform(photo.size, Image.PERSPECTIVE, k, Image.BICUBIC), mask.resize(photo.size, Image.LANCZOS), shadow)


def paste(photo, page, mask, shadow):
    dark = mask.filter(ImageFilter.GaussianBlur(shadow[2]))
    moved = Image.new('L', photo.size, 0)
    moved.paste(dark, shadow[:2])
    photo.paste((12, 12, 14), (0, 0), moved.point(lambda v: int(v * shadow[3])))
    photo.paste(page, (0, 0), mask)


def page_picture(layers, rng):
    """The page's layers composited in ink on paper."""
    layers = layers.astype(np.float32)[..., None] / 255
    paper = np.array([rng.uniform(232, 252)] * 3, np.float32) * np.array([1, rng.uniform(.97, 1), rng.uniform(.92, 1)])
    ink, tone, student, teacher, glow = layers[:5]
    edge = round(rng.randint(20, 60) * layers.shape[2] / PAGE[0])  # printers leave a margin
    for layer in (ink, tone):
        for s in (np.s_[:edge], np.s_[-edge:], np.s_[:, :edge], np.s_[:, -edge:]):
            layer[s] = 0
    page = paper * (1 - ink * .85) * (1 - tone * .5)
    page = page * (1 - glow * (1 - np.array([1, .97, .4]))) * (1 - student * (1 - np.array(rng.choice(PENS)) / 255)) * (1 - teacher * (1 - np.array([.8, .15, .15])))
    return Image.fromarray(page.clip(0, 255).astype(np.uint8))


def clutter(rng, photo, corners, front):
    """Pens, erasers, cups and books around the page; with `front`, fingers or pens that cover a little of its rim."""
    w, h = photo.size
    centre = np.mean(corners, 0)
    for _ in range(rng.randint(0, 2) if front else rng.randint(1, 6)):
        i = rng.randrange(4)
        a, b = np.array(corners[i]), np.array(corners[(i + 1) % 4])
        at = a + (b - a) * rng.uniform(.15, .85)
        out = (at - centre) / np.linalg.norm(at - centre)
        pen = ImageDraw.Draw(photo)
        colour = tuple(rng.randint(15, 245) for _ in range(3))
        if front:  # a finger or the tip of a pen, reaching in from outside
            tip = at - out * w * rng.uniform(.005, .02)
            end = tip + (out + np.array([rng.uniform(-.5, .5), rng.uniform(-.5, .5)])) * w * .4
            skin, thick = rng.random() < .6, w * rng.uniform(.03, .05)
            colour, thick = ((rng.randint(170, 225), rng.randint(125, 165), rng.randint(100, 140)), thick) if skin else (colour, thick * .35)
            pen.line([*tip, *end], fill=colour, width=int(thick))
            pen.ellipse([tip[0] - thick / 2, tip[1] - thick / 2, tip[0] + thick / 2, tip[1] + thick / 2], fill=colour)
            continue
        at = at + out * w * rng.uniform(.06, .3)
        size, angle = w * rng.uniform(.05, .25), rng.uniform(0, 6.28)
        kind = rng.random()
        if kind < .4:
            d = np.array([math.cos(angle), math.sin(angle)]) * size
            pen.line([*(at - d), *(at + d)], fill=colour, width=int(w * rng.uniform(.008, .02)))
        elif kind < .65:
            pen.ellipse([*(at - size / 2), *(at + size / 2)], fill=colour, outline=tuple(v // 2 for v in colour), width=4)
        else:
            u, v = np.array([math.cos(angle), math.sin(angle)]) * size, np.array([-math.sin(angle), math.cos(angle)]) * size * rng.uniform(.3, .8)
            pen.polygon([tuple(p) for p in (at - u - v, at + u - v, at + u + v, at - u + v)], fill=colour)


def place(rng, size, scale):
    """The page's corners, all inside the picture, and the page's share of the picture's height."""
    w, h = size
    share = rng.uniform(.62, .86)
    turn = rng.gauss(0, .06) + (rng.uniform(-.35, .35) if rng.random() < .15 else 0)
    for _ in range(200):
        corners = quad(rng, size, share, (w * rng.uniform(.42, .58), h * rng.uniform(.44, .56)), turn)
        if all(6 * scale < x < w - 6 * scale and 6 * scale < y < h - 6 * scale for x, y in corners):
            return corners, share
        share, turn = share * .98, turn * .97
    raise ValueError('no place for the page')


def others(rng, photo, page, corners, share, scale, shadow):
    """Draws other papers and books under the page."""
    w, h = photo.size
    for _ in range(rng.choice([0, 0, 1, 2])):
        other = page.rotate(rng.choice([0, 180])) if rng.random() < .6 else Image.new('RGB', page.size, tuple(rng.randint(30, 240) for _ in range(3)))
        away = (corners[0][0] + w * rng.choice([-.35, .9, .4]) + rng.uniform(-60, 60) * scale, h * rng.uniform(.1, .9))
        lay(photo, other, quad(rng, photo.size, share * rng.uniform(.7, 1.1), away, rng.uniform(-.8, .8)), shadow())


def desk_photo(layers, seed, scale=1, lay_page=lay, hard=None, inside=True):
    """A photograph of the page with these layers, and its corners; `scale` gives a smaller picture that looks the same. `hard` is the module hard_desks."""
    rng = random.Random(seed)
    size = w, h = tuple(round(side * scale) for side in rng.choice([(1200, 1600), (1200, 1600), (1600, 1200), (1536, 2048)]))
    photo = (hard.surface if hard else surface)(rng, size, scale)
    corners, share = hard.place(rng, size, scale, inside) if hard else place(rng, size, scale)
    page = page_picture(layers, rng)
    if hard and rng.random() < .3:
        page = page.point(lambda v, dim=rng.uniform(.75, 1): int(v * dim))
    shadow = lambda: (round(rng.randint(-14, 14) * scale), round(rng.randint(-10, 16) * scale), rng.uniform(3, 14) * scale, rng.uniform(.1, .6))
    (hard.others if hard else others)(rng, photo, page, corners, share, scale, shadow)
    clutter(rng, photo, corners, front=False)
    if hard:
        hard.around(rng, photo, corners, front=False)
    lay_page(photo, page, corners, shadow())
    clutter(rng, photo, corners, front=True)
    if hard:
        hard.around(rng, photo, corners, front=True)
    x, y = np.linspace(-1, 1, w)[None], np.linspace(-1, 1, h)[:, None]
    lamp = rng.uniform(.6, 1.05) * (1 + rng.uniform(-.25, .25) * x + rng.uniform(-.25, .25) * y) + noise(rng, size, (4, 4), -.08, .08)
    if rng.random() < .5:
        a, at = rng.uniform(0, 6.28), rng.uniform(-.7, .7)
        lamp = lamp * (1 - rng.uniform(.15, .5) / (1 + np.exp(-((math.cos(a) * x + math.sin(a) * y) - at) / rng.uniform(.01, .3))))
    out = np.asarray(photo.filter(ImageFilter.GaussianBlur(rng.uniform(.3, 1.3) * scale)), np.float32) * lamp[..., None] * np.array([1, 1 + rng.gauss(0, .02), 1 + rng.gauss(0, .05)])
    out = out + np.random.default_rng(seed).normal(0, rng.uniform(1, 6) * scale, out.shape)
    return Image.fromarray(out.clip(0, 255).astype(np.uint8)), corners


if __name__ == '__main__':
    store, out, count = Store(sys.argv[1], 'held'), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 200
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 50_000_000
    hard = importlib.import_module('hard_desks') if sys.argv[5:] == ['hard'] else None
    out.mkdir(parents=True, exist_ok=True)
    truth = {}
    for i in range(count):
        seed = first + i
        layers = draw_page(store, seed, KINDS[i % len(KINDS)], PAGE)[0]
        photo, corners = desk_photo(layers, seed, hard=hard)
        name = f'desk{i:03}.jpg'
        photo.save(out / name, quality=88)
        truth[name] = dict(width=photo.width, height=photo.height, corners=[[round(float(v), 2) for v in p] for p in corners])
    (out / 'corners.json').write_text(json.dumps(truth, indent=1))
