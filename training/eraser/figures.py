"""Printed figures: geometry, axes and graphs, charts, chemistry, staves, circuits, pictures, stamps."""
import math

import numpy as np
from PIL import Image

from scenes import soften, triangles


def label(sheet, x, y, text=None):
    r = sheet.rng
    face = sheet.italic
    sheet.put(x, y, text or r.choice('ABCDEFPQRSTxyO') + r.choice(['', '', "'", '1']), round(sheet.em * r.uniform(.7, 1)), face)


def geometry(sheet, x, y, w, h):
    r, ink = sheet.rng, sheet.ink
    width = r.choice([1, 1.5, 2, 2.5])
    n = r.choice([3, 3, 4, 5])
    points = [(x + w * (.5 + .42 * math.cos(6.283 * i / n + r.uniform(-.4, .4))), y + h * (.5 + .42 * math.sin(6.283 * i / n + r.uniform(-.4, .4)))) for i in range(n)]
    if r.random() < .35:
        sheet.tone.polygon(points, r.randint(30, 110))
    if r.random() < .75:
        ink.path(points, width, closed=True)
    if r.random() < .45:
        s = min(w, h) * .9
        ink.ellipse(x + (w - s) / 2, y + (h - s) / 2, x + (w + s) / 2, y + (h + s) / 2, width)
    for _ in range(r.randint(0, 3)):
        a, b = r.sample(points, 2)
        a = tuple((np.array(a) + np.array(b)) / 2) if r.random() < .5 else a
        c = r.choice(points)
        if r.random() < .4:
            steps = 14
            for i in range(0, steps, 2):
                p, q = np.array(a) + (np.array(c) - a) * i / steps, np.array(a) + (np.array(c) - a) * (i + 1) / steps
                ink.path([p, q], width)
        else:
            ink.path([a, c], width)
    for px, py in points:
        if r.random() < .7:
            label(sheet, px + r.uniform(-14, 8), py + r.uniform(-20, 6))
        if r.random() < .3:
            s = r.randint(10, 22)
            ink.arc(px - s, py - s, px + s, py + s, r.randint(0, 360), r.randint(30, 150) + 360, width * .8)
        if r.random() < .15:
            ink.path([(px + 8, py), (px + 8, py + 8), (px, py + 8)], 1)
    if r.random() < .6:
        a, b = r.sample(points, 2)
        label(sheet, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, f'{r.randint(2, 60)} {r.choice(["cm", "m", "°", ""])}')


def axes(sheet, x, y, w, h):
    r, ink = sheet.rng, sheet.ink
    ox, oy = x + w * r.choice([.1, .5, .3]), y + h * r.choice([.9, .5, .7])
    width = r.choice([1, 1.5, 2])
    step = max(12, int(w / r.randint(5, 14)))
    if r.random() < .45:
        fill = r.choice([60, 110, 200])
        for gx in range(int(x), int(x + w), step):
            ink.rule(gx, y, gx, y + h, 1, fill)
        for gy in range(int(y), int(y + h), step):
            ink.rule(x, gy, x + w, gy, 1, fill)
    ink.path([(x, oy), (x + w, oy)], width)
    ink.path([(ox, y), (ox, y + h)], width)
    ink.polygon([(x + w + 8, oy), (x + w - 3, oy - 5), (x + w - 3, oy + 5)], 255)
    ink.polygon([(ox, y - 8), (ox - 5, y + 3), (ox + 5, y + 3)], 255)
    label(sheet, x + w + 8, oy - 12, 'x')
    label(sheet, ox + 6, y - 18, 'y')
    small = round(sheet.em * .65)
    for i, gx in enumerate(range(int(x), int(x + w), step)):
        ink.path([(gx, oy - 3), (gx, oy + 3)], 1)
        if r.random() < .6:
            sheet.put(gx - 5, oy + 4, str(i - 3), small, sheet.en)
    t = np.linspace(0, 1, 40)
    for _ in range(r.randint(0, 2)):
        f = r.choice([lambda t: (t - .5) ** 2 * 3 + .1, lambda t: .5 + .4 * np.sin(t * r.uniform(4, 14)), lambda t: t * .8 + .1, lambda t: 1 - t ** .5, lambda t: .9 * np.exp(-3 * t)])(t)
        keep = (f > 0) & (f < 1)
        ink.path(list(zip(x + w * t[keep], y + h * (1 - f[keep]))), r.choice([1.5, 2, 2.5])) if keep.sum() > 2 else None
    sheet.slots.append((x, y, w, h, 'plot'))


def chart(sheet, x, y, w, h):
    r, ink = sheet.rng, sheet.ink
    if r.random() < .3:
        s, a = min(w, h), r.randint(0, 360)
        ink.ellipse(x, y, x + s, y + s, 1.5)
        for _ in range(r.randint(2, 5)):
            a += r.randint(30, 110)
            ink.path([(x + s / 2, y + s / 2), (x + s / 2 + s / 2 * math.cos(math.radians(a)), y + s / 2 + s / 2 * math.sin(math.radians(a)))], 1.5)
            label(sheet, x + s / 2 + s / 4 * math.cos(math.radians(a + 15)), y + s / 2 + s / 4 * math.sin(math.radians(a + 15)), f'{r.randint(5, 60)}%')
        return
    n = r.randint(3, 8)
    for i in range(n):
        top = y + h * r.uniform(.1, .9)
        box = [x + w * (i + .2) / n, top, x + w * (i + .8) / n, y + h]
        if r.random() < .7:
            sheet.tone.pen.rectangle(box, fill=r.randint(40, 200))
        ink.path([(box[0], y + h), (box[0], top), (box[2], top), (box[2], y + h)], 1.5)
        sheet.put(box[0], y + h + 4, sheet.words(2)[:2], round(sheet.em * .7))
    ink.path([(x, y), (x, y + h), (x + w, y + h)], 2)
    for i in range(6):
        sheet.put(x - sheet.em * 1.3, y + h * i / 6, str((6 - i) * 10), round(sheet.em * .65), sheet.en)


def chemistry(sheet, x, y, w, h):
    r, ink = sheet.rng, sheet.ink
    side = min(w, h) * .22
    for k in range(r.randint(1, 3)):
        cx, cy = x + side * (1.2 + 1.75 * k), y + h / 2
        ring = [(cx + side * math.cos(math.pi / 6 + i * math.pi / 3), cy + side * math.sin(math.pi / 6 + i * math.pi / 3)) for i in range(6)]
        ink.path(ring, 2, closed=True)
        if r.random() < .5:
            ink.ellipse(cx - side * .6, cy - side * .6, cx + side * .6, cy + side * .6, 1.5)
        for px, py in ring:
            if r.random() < .4:
                dx, dy = (px - cx) * .7, (py - cy) * .7
                ink.path([(px, py), (px + dx, py + dy)], 2)
                sheet.put(px + dx * 1.1 - 6, py + dy * 1.1 - 10, r.choice(['OH', 'H', 'Cl', 'NH', 'CH3', 'O']), round(sheet.em * .8), sheet.en)


def apparatus(sheet, x, y, w, h):
    r, ink = sheet.rng, sheet.ink
    bw, bh = w * .3, h * .6
    for k in range(r.randint(1, 3)):
        bx, by = x + k * w * .33, y + h * .3
        ink.path([(bx, by), (bx + 4, by + 4), (bx + 4, by + bh), (bx + bw, by + bh), (bx + bw, by + 4), (bx + bw + 4, by)], 2)
        level = by + bh * r.uniform(.2, .7)
        ink.path([(bx + 4, level), (bx + bw, level)], 1.5)
        for i in range(5):
            yy = level + (by + bh - level) * (i + .5) / 5
            ink.path([(bx + 10 + i * 4, yy), (bx + 26 + i * 4, yy)], 1)
        ink.path([(bx + bw * .6, by + bh * .5), (bx + bw + 30, by - 15)], 1)
        sheet.put(bx + bw + 32, by - 24, sheet.words(4)[:6], round(sheet.em * .75))


def circuit(sheet, x, y, w, h):
    r, ink = sheet.rng, sheet.ink
    ink.path([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], 1.5, closed=True)
    for px, py in [(x + w * .3, y), (x + w * .7, y), (x + w * .5, y + h)]:
        if r.random() < .5:
            ink.ellipse(px - 14, py - 14, px + 14, py + 14, 1.5)
            sheet.put(px - 6, py - 11, r.choice('AVM'), 20, sheet.en)
        else:
            ink.path([(px - 6, py - 16), (px - 6, py + 16)], 1.5)
            ink.path([(px + 6, py - 8), (px + 6, py + 8)], 3)


def stave(sheet, x, y, w, h):
    r, ink = sheet.rng, sheet.ink
    gap = r.randint(7, 12)
    for i in range(5):
        ink.rule(x, y + i * gap, x + w, y + i * gap, 1)
    symbol = sheet.store.faces['symbol'][0]
    sheet.ink.text(x + 4, y - gap * 1.6, '\U0001D11E', sheet.store.font(symbol, gap * 6))
    px = x + gap * 6
    while px < x + w - gap * 2:
        py = y + r.randint(0, 8) * gap / 2
        ink.ellipse(px, py - gap * .45, px + gap * 1.3, py + gap * .45, fill=255 if r.random() < .7 else None, width=1.5)
        ink.path([(px + gap * 1.25, py), (px + gap * 1.25, py - gap * 3.2)], 1.5)
        if r.random() < .2:
            ink.rule(px + gap * 2.5, y, px + gap * 2.5, y + 4 * gap, 1)
        px += gap * r.uniform(2.5, 5)


def picture(sheet, x, y, w, h):
    """A grey photograph, or pictograms."""
    r = sheet.rng
    if r.random() < .4:
        rng = np.random.default_rng(r.getrandbits(32))
        field = np.zeros((int(h), int(w)), np.float32)
        for k in (3, 6, 12, 40):
            small = Image.fromarray(rng.uniform(0, 255, (k, k)).astype(np.uint8))
            field += np.asarray(small.resize((int(w), int(h)), Image.BICUBIC), np.float32) / (k ** .5)
        field = (field - field.min()) / (np.ptp(field) + 1e-6)
        if r.random() < .5:
            yy, xx = np.mgrid[:int(h), :int(w)]
            p = r.uniform(3, 6)
            field = (field > (np.sin(xx * 6.28 / p) * np.sin(yy * 6.28 / p) + 1) / 2).astype(np.float32)
        sheet.tone.picture(x, y, Image.fromarray((field * r.randint(120, 230)).astype(np.uint8)))
        if r.random() < .6:
            sheet.ink.path([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], 1.5, closed=True)
        return
    face = sheet.store.faces['symbol'][0]
    layer = sheet.ink if r.random() < .7 else sheet.tone
    for _ in range(r.randint(1, 6)):
        s = r.randint(30, int(max(40, min(w, h))))
        layer.text(x + r.uniform(0, max(1, w - s)), y + r.uniform(0, max(1, h - s)), r.choice(face['chars']), sheet.store.font(face, s))


def clock(sheet, x, y, w, h):
    r, ink = sheet.rng, sheet.ink
    s = min(w, h)
    cx, cy = x + s / 2, y + s / 2
    ink.ellipse(x, y, x + s, y + s, 2)
    for i in range(12):
        a = i * math.pi / 6
        sheet.put(cx + s * .4 * math.sin(a) - 6, cy - s * .4 * math.cos(a) - 8, str(i or 12), max(10, int(s * .1)), sheet.en)
    for length in (.22, .34):
        a = r.uniform(0, 6.28)
        ink.path([(cx, cy), (cx + s * length * math.sin(a), cy - s * length * math.cos(a))], 2.5)


def stamp(sheet):
    """A school's stamp or logo, on the tone layer."""
    r, tone = sheet.rng, sheet.tone
    s = r.randint(50, 140)
    x, y = r.randint(0, sheet.full_width - s), r.randint(0, sheet.full_height - s)
    if r.random() < .5:
        tone.ellipse(x, y, x + s, y + s, 3)
        tone.ellipse(x + 8, y + 8, x + s - 8, y + s - 8, 1.5)
    else:
        tone.path([(x, y), (x + s, y), (x + s, y + s * .5), (x, y + s * .5)], 3, closed=True)
    tone.text(x + s * .15, y + s * .12, sheet.words_zh(3), sheet.store.font(sheet.head_zh, max(12, int(s * .24))))


ALL = [geometry, geometry, triangles, triangles, triangles, axes, axes, chart, chemistry, apparatus, circuit, stave, picture, picture, clock]


def figure(sheet):
    r = sheet.rng
    h = r.randint(140, 330)
    count = r.choice([1, 1, 2, 3])
    w = sheet.width // count
    sheet.italic = r.choice([f for f in sheet.store.faces['latin'] if 'talic' in f['name'] or f['name'].endswith('I')] + [sheet.en])
    for i in range(count):
        fw = min(w - 50, r.randint(120, 420))
        box = (sheet.left + i * w + 20, sheet.y + 20, fw, h - 40)
        r.choice(ALL)(sheet, *box)
        sheet.figures.append(box)
        if r.random() < .3:  # a picture pasted in
            soften(sheet, (box[0] - 30, box[1] - 25, box[0] + fw + 30, box[1] + h - 10), .35)
    sheet.y += h + sheet.em
