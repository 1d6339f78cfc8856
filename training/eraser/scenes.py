"""Print that is easily taken for drawing or writing: thin labelled geometry, number lines and figures pasted as soft pictures, clip art, tables of digits, brackets for answers."""
import math

import numpy as np
from PIL import Image

from colours import hollow, paint
from layer import FINE


def soften(sheet, box, least=.28):
    """Makes print in a box look like a picture pasted in: fewer pixels, other weight and tone than the text around it."""
    r = sheet.rng
    x0, y0, x1, y1 = (int(v) for v in (max(0, box[0]), max(0, box[1]), min(sheet.full_width, box[2]), min(sheet.full_height, box[3])))
    if x1 - x0 < 8 or y1 - y0 < 8:
        return
    share, gain, way = r.uniform(least, .9), r.choice([r.uniform(.5, 1), r.uniform(.9, 1.4), r.uniform(1.3, 2.4)]), r.choice([Image.BILINEAR, Image.BICUBIC])
    for image, n in ((sheet.ink.plain, 1), (sheet.ink.fine, FINE), (sheet.tone.plain, 1), (sheet.tone.fine, FINE)):
        at = (x0 * n, y0 * n, x1 * n, y1 * n)
        part = image.crop(at)
        if part.getbbox() is None:
            continue
        small = (max(4, round((x1 - x0) * share)), max(4, round((y1 - y0) * share)))
        by = gain if image in (sheet.ink.plain, sheet.ink.fine) else min(gain, 1)
        image.paste(part.resize(small, Image.BOX if r.random() < .6 else Image.BILINEAR).resize(part.size, way).point(lambda v: min(255, int(v * by))), at[:2])


def bold(sheet):
    return sheet.head_zh if sheet.rng.random() < .3 else sheet.en


def line_of_numbers(sheet):
    """A number line: thin or thick, points with letters on it, often a soft picture."""
    r, em, ink = sheet.rng, sheet.em, sheet.ink
    top = sheet.y
    a = sheet.left + em * r.uniform(0, 6)
    b = min(sheet.right - em, a + em * r.uniform(6, 26))
    y, width, level = top + em * 1.5, r.choice([.7, 1, 1.5, 2, 3, 4]) * em / 26, r.choice([255, 255, 200])
    ink.path([(a, y), (b, y)], width, level)
    tip = em * r.uniform(.2, .45)
    if r.random() < .5:
        ink.polygon([(b + tip, y), (b - tip * .3, y - tip * .45), (b - tip * .3, y + tip * .45)], level)
    else:
        ink.path([(b - tip, y - tip * .6), (b, y), (b - tip, y + tip * .6)], width, level)
    step, size = em * r.uniform(.75, 2.2), round(em * r.uniform(.55, 1.05))
    face, below, letters = bold(sheet), r.random() < .85, iter('ABCDEFGMN')
    i = r.randint(-6, 2)
    x = a + step * r.uniform(.4, 1)
    while x < b - step * .5:
        up = em * r.choice([.12, .2, .3])
        ink.path([(x, y - up), (x, y + (up if r.random() < .5 else 0))], width * .8, level)
        if below and r.random() < .85:
            sheet.put(x - size * .3 * len(str(i)), y + em * .22, str(i), size, face)
        if r.random() < .22:
            at = x + step * r.uniform(-.5, .5)
            dot = em * r.uniform(.08, .17)
            ink.ellipse(at - dot, y - dot, at + dot, y + dot, fill=level if r.random() < .8 else None, outline=level)
            sheet.put(at - size * .3, y - em * r.uniform(1.15, 1.4), next(letters, 'P'), size, r.choice([sheet.en, face]))
        x, i = x + step, i + 1
    sheet.figures.append((a, top, b - a, em * 3))
    if r.random() < .65:
        soften(sheet, (a - em, top - em * .2, b + em, top + em * 3.2))
    sheet.y += int(em * 3.4)


def dashed(ink, a, b, width):
    a, b = np.asarray(a, float), np.asarray(b, float)
    n = max(3, int(np.hypot(*(b - a)) / 9))
    for i in range(0, n, 2):
        ink.path([a + (b - a) * i / n, a + (b - a) * min(n, i + 1) / n], width)


def triangles(sheet, x, y, w, h):
    """Labelled plane geometry in thin lines, as proofs have it."""
    r, ink = sheet.rng, sheet.ink
    width = r.choice([.5, .6, .8, 1, 1, 1.5])
    P = lambda u, v: (x + w * u, y + h * v)
    u = r.uniform
    kind = r.randint(0, 6)
    between = lambda a, b, t: (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
    if kind == 0:  # a triangle with lines from its corners
        a, b, c = P(u(.2, .8), 0), P(u(0, .2), u(.8, 1)), P(u(.75, 1), u(.75, 1))
        points, lines = [a, b, c], [(a, b), (b, c), (c, a)]
        for _ in range(r.randint(1, 3)):
            s = r.choice([(a, b, c), (b, c, a), (c, a, b)])
            d = between(s[1], s[2], u(.25, .75))
            points.append(d)
            lines.append((s[0], d))
    elif kind == 1:  # two triangles over one line
        a, b, e, f = P(u(0, .15), 0), P(u(0, .1), u(.5, .65)), P(u(.9, 1), u(.5, .65)), P(u(.85, 1), 1)
        c, d = between(b, e, u(.5, .75)), between(b, e, u(.25, .48))
        points, lines = [a, b, c, d, e, f], [(a, b), (b, e), (a, c), (d, f), (e, f)]
    elif kind == 2:  # parallels and a line across
        points, lines = [], []
        for v in sorted(u(.1, .9) for _ in range(r.choice([2, 2, 3]))):
            a, b = P(0, v), P(1, v + u(-.03, .03))
            points += [a, b]
            lines.append((a, b))
        c, d = P(u(.1, .9), 0), P(u(.1, .9), 1)
        points += [c, d]
        lines.append((c, d))
    elif kind == 3:  # a quadrilateral with its diagonals
        a, b, c, d = P(u(.1, .4), 0), P(0, u(.8, 1)), P(u(.6, .9), 1), P(1, u(0, .2))
        points, lines = [a, b, c, d], [(a, b), (b, c), (c, d), (d, a), (a, c)] + ([(b, d)] if r.random() < .6 else [])
    elif kind == 4:  # a circle with chords
        s = min(w, h) / 2
        o = (x + w / 2, y + h / 2)
        ink.ellipse(o[0] - s, o[1] - s, o[0] + s, o[1] + s, max(.5, width))
        around = [(o[0] + s * math.cos(t), o[1] + s * math.sin(t)) for t in (u(0, 6.28) for _ in range(r.randint(2, 5)))]
        points, lines = [*around, o], [(p, q) for p, q in zip(around, around[1:])] + [(o, p) for p in around if r.random() < .4]
    elif kind == 5:  # a solid
        a, b, c = P(0, .35), P(.7, .35), P(.7, 1)
        d, shift = P(0, 1), np.array([w * .28, -h * .33])
        points = [a, b, c, d] + [tuple(np.array(p) + shift) for p in (a, b, c)]
        lines = [(a, b), (b, c), (c, d), (d, a), (a, points[4]), (b, points[5]), (c, points[6]), (points[4], points[5]), (points[5], points[6])]
        back = tuple(np.array(d) + shift)
        for q in (d, points[4], points[6]):
            dashed(ink, back, q, width)
    else:  # rays from one point
        o = P(u(.2, .8), u(.6, 1))
        points = [o] + [P(u(0, 1), u(0, .5)) for _ in range(r.randint(2, 4))] + [P(0, u(.6, 1)), P(1, u(.6, 1))]
        lines = [(o, p) for p in points[1:]]
    for a, b in lines:
        if r.random() < .1:
            dashed(ink, a, b, width)
        else:
            ink.path([a, b], width)
        if r.random() < .12:  # marks of equal length, printed
            m, along = between(a, b, .5), np.subtract(b, a) / max(1, np.hypot(*np.subtract(b, a)))
            for k in range(r.choice([1, 2])):
                at = np.array(m) + along * k * 4
                side = np.array([-along[1], along[0]]) * 5
                ink.path([at - side, at + side], width)
    middle = np.mean(points, 0)
    size = round(sheet.em * r.uniform(.5, .9))
    for p, name in zip(points, r.sample('ABCDEFGHMNOPQ', len(points))):
        out = (np.array(p) - middle) / max(1, np.hypot(*(np.array(p) - middle)))
        if r.random() < .9:
            at = np.array(p) + out * size * r.uniform(.5, .8) - [size * .35, size * .55]
            sheet.put(at[0], at[1], name, size, sheet.italic if r.random() < .7 else sheet.en)
        if r.random() < .15:
            ink.ellipse(p[0] - 2, p[1] - 2, p[0] + 2, p[1] + 2, fill=255)
        if r.random() < .15:
            s, t = r.uniform(6, 18), math.degrees(math.atan2(middle[1] - p[1], middle[0] - p[0]))
            ink.arc(p[0] - s, p[1] - s, p[0] + s, p[1] + s, t - r.randint(15, 45), t + r.randint(15, 45), width)
    if r.random() < .4:
        a, b = r.choice(lines)
        sheet.put((a[0] + b[0]) / 2 + 3, (a[1] + b[1]) / 2 - size, r.choice([str(r.randint(1, 60)), '1', '2', f'{r.randint(20, 120)}°']), size, sheet.en)


def blob(r, cx, cy, w, h, n=28):
    """A smooth closed outline, round with a few bulges."""
    waves = [(k, r.uniform(0, .16 / k), r.uniform(0, 6.28)) for k in (1, 2, 3, 4)]
    points = []
    for i in range(n):
        t = i / n * 6.283
        grow = 1 + sum(a * math.sin(k * t + p) for k, a, p in waves)
        points.append((cx + w / 2 * grow * math.cos(t), cy + h / 2 * grow * math.sin(t)))
    return points


def creature(sheet, x, y, size):
    """An animal or child of clip art: outlined parts that hide each other, greys or colours, eyes, mouth, stripes."""
    r, ink, tone = sheet.rng, sheet.ink, sheet.tone
    greys = [r.choice([0, 20, 60, 110, 150, 200, 235]) for _ in range(3)]
    width = r.choice([.6, 1, 1.3, 2, 2.6]) * size / 90

    def part(points, level):
        ink.polygon(points, 0)
        tone.polygon(points, level)
        if width > .4:
            ink.path(points + points[:1], max(.5, width))

    parts = [(u(-.45, .45), u(.1, .9), u(.15, .45), u(.2, .6)) for u in [r.uniform] for _ in range(r.randint(1, 5))]
    parts += [(0, .72, r.uniform(.45, .75), r.uniform(.45, .7)), (-.25, .08, .24, .24), (.25, .08, .24, .24), (0, .3, r.uniform(.55, .8), r.uniform(.45, .6))]
    for dx, dy, w, h in parts:
        part(blob(r, x + size * (.5 + dx), y + size * dy, size * w, size * h), r.choice(greys))
    for side in (-1, 1):
        ex, ey, s = x + size * (.5 + side * .13), y + size * .27, size * r.uniform(.02, .05)
        ink.ellipse(ex - s, ey - s, ex + s, ey + s, fill=255)
    ink.arc(x + size * .4, y + size * .3, x + size * .6, y + size * .43, 20, 160, max(.6, width))
    if r.random() < .5:
        part(blob(r, x + size * .5, y + size * .36, size * .14, size * .09, 12), r.choice([0, 255]))
    for _ in range(r.choice([0, 0, 3, 6])):
        a, b = x + size * r.random(), y + size * r.uniform(.5, 1)
        ink.path([(a, b), (a + size * r.uniform(-.1, .1), b + size * r.uniform(.02, .15))], max(.5, width))


def clip_art(sheet):
    """Clip art with a sign or a speech bubble beside it."""
    r, em, ink = sheet.rng, sheet.em, sheet.ink
    size, top = em * r.uniform(2, 6), sheet.y
    x = r.uniform(sheet.left, max(sheet.left + 1, sheet.right - size * 3))
    end = x + size
    if r.random() < .65:
        face = sheet.head_zh if sheet.language == 'zh' else sheet.en
        text = ''.join(c for c in sheet.words(r.randint(3, 8))[:9] if c in face['has'] or c == ' ')
        big = round(em * r.uniform(1, 1.7))
        bx, by = x + size * r.uniform(.6, 1.1), top + size * .4
        wide = sheet.font(big, face).getlength(text) + big
        box = blob(r, bx + wide / 2, by + big * .7, wide * 1.2, big * 2.4) if r.random() < .4 else [(bx, by), (bx + wide, by + r.uniform(-4, 4)), (bx + wide, by + big * 1.5), (bx, by + big * 1.5)]
        sheet.tone.polygon(box, r.choice([0, 20, 60, 120, 200]))
        ink.path(box + box[:1], r.choice([.7, 1, 2, 3]))
        (hollow if r.random() < .5 else lambda s, a, b, t, z, f: s.put(a, b, t, z, f))(sheet, bx + big * .5, by + big * .15, text, big, face)
        if r.random() < .5:  # a string of beads
            at = bx
            while at < bx + wide:
                s = em * r.uniform(.1, .35)
                sheet.tone.pen.ellipse([at, by - s * 2, at + s, by - s], fill=r.choice([80, 160, 255]))
                if r.random() < .5:
                    ink.ellipse(at, by - s * 2, at + s, by - s, 1)
                at += s * r.uniform(1, 2.5)
        end = bx + wide
    for _ in range(r.choice([1, 1, 2])):
        creature(sheet, x + r.uniform(-.2, .3) * size, top, size)
    box = (x - size * .4, top - em * .5, end + em, top + size * 1.2)
    if r.random() < .35:
        paint(sheet, box)
    if r.random() < .6:
        soften(sheet, box, .35)
    sheet.y += int(size * 1.25 + em * .5)


def number_table(sheet):
    """A table of digits, some printed, some left for the student, with narrow cells."""
    r, em, ink = sheet.rng, sheet.em, sheet.ink
    columns, rows = r.randint(2, 10), r.randint(1, 6)
    w = min(em * r.uniform(1.5, 4.5), sheet.width / columns)
    h = em * r.uniform(1.2, 2.3)
    x0 = sheet.left + r.uniform(0, max(1, sheet.width - w * columns))
    top, width, fill = sheet.y, r.choice([.6, 1, 1, 1.5, 2]), r.choice([255, 255, 200, 140])
    face, size, given = bold(sheet), round(em * r.uniform(.65, 1.05)), r.choice([.2, .5, .7])
    for i in range(rows):
        for j in range(columns):
            x, y = x0 + j * w, top + i * h
            if (i == 0 and r.random() < .6) or (j == 0 and r.random() < .5) or r.random() < given:
                kind = r.random()
                if kind < .15:
                    s = size * r.uniform(.6, .9)
                    n = r.choice([3, 4, 4, 24])
                    ink.path([(x + w / 2 + s * .5 * math.cos(-1.571 + t / n * 6.283 + (.785 if n == 4 else 0)), y + h / 2 + s * .5 * math.sin(-1.571 + t / n * 6.283 + (.785 if n == 4 else 0))) for t in range(n)], r.choice([.6, 1]), closed=True)
                    continue
                text = str(r.choice([r.randint(0, 9), r.randint(10, 99), r.randint(100, 999)])) if kind < .8 else sheet.words(2)[:2]
                wide = sheet.font(size, face).getlength(text)
                if wide < w:
                    sheet.put(x + (w - wide) / 2, y + (h - size) / 2, text, size, face)
            else:
                sheet.slots.append((x, y, w, h, 'digits'))
    for i in range(rows + 1):
        ink.path([(x0, top + i * h), (x0 + columns * w, top + i * h)], width, fill)
    for j in range(columns + 1):
        ink.path([(x0 + j * w, top), (x0 + j * w, top + rows * h)], width, fill)
    sheet.y += int(rows * h + em * r.uniform(.4, 1.2))


def shape_table(sheet):
    """A table with outlined or filled shapes, or words, above the cells for an answer, as young children's books have it."""
    r, em, ink = sheet.rng, sheet.em, sheet.ink
    columns, rows = r.randint(3, 8), r.choice([2, 2, 2, 3, 4])
    w, h = min(em * r.uniform(2, 5), sheet.width / columns), em * r.uniform(1.3, 2.4)
    x0, top = sheet.left + r.uniform(0, max(1, sheet.width - w * columns)), sheet.y
    width, fill, level = r.choice([.6, 1, 1, 1.5]), r.choice([255, 255, 200, 140]), r.choice([255, 255, 160, 110])
    outlined, kind = r.random() < .75, r.choice(['shape', 'shape', 'shape', 'word', 'number'])
    for j in range(columns):
        x, middle, s = x0 + j * w, (x0 + (j + .5) * w, top + h / 2), min(w, h) * r.uniform(.3, .7)
        if j == 0 or kind == 'word':
            text = sheet.words(3)[:r.randint(1, 3)]
            if sheet.font().getlength(text) < w:
                sheet.put(x + em * .2, top + (h - em) / 2, text)
        elif kind == 'number':
            sheet.put(x + w * .3, top + (h - em) / 2, str(r.randint(1, 99)), face=sheet.en)
        else:
            n, wide = r.choice([3, 4, 4, 5, 6, 24]), r.choice([1, 1, 1.5])
            start = {3: -math.pi / 2, 4: math.pi / 4}.get(n, r.uniform(0, 1))
            points = [(middle[0] + s / 2 * wide * math.cos(start + t / n * 6.283), middle[1] + s / 2 * math.sin(start + t / n * 6.283)) for t in range(n)]
            if outlined:
                ink.path(points, r.choice([.6, .8, 1]), level, closed=True)
            else:
                sheet.tone.polygon(points, level)
                paint(sheet, (x + 2, top + 2, x + w - 2, top + h - 2))
    for i in range(1, rows):
        y = top + i * h
        text = sheet.words(3)[:r.randint(1, 3)]
        if r.random() < .85 and sheet.font().getlength(text) < w:
            sheet.put(x0 + em * .2, y + (h - em) / 2, text)
        sheet.slots += [(x0 + j * w, y, w, h, 'digits') for j in range(1, columns)]
    for i in range(rows + 1):
        ink.path([(x0, top + i * h), (x0 + columns * w, top + i * h)], width, fill)
    for j in range(columns + 1):
        ink.path([(x0 + j * w, top), (x0 + j * w, top + rows * h)], width, fill)
    sheet.y += int(rows * h + em * r.uniform(.4, 1.2))


def close_work(sheet):
    """A question whose answer begins on its last line or right under it, in letters of the print's own size."""
    r, em = sheet.rng, sheet.em
    sheet.paragraph(r.randint(1, 3))
    last = sheet.y - int(em * sheet.leading)
    font, text = sheet.font(), sheet.words(r.randint(4, max(5, int(sheet.width / em * .6))))
    if r.random() < .5:
        while text and font.getlength(text) > sheet.width * .7:
            text = text[:-1]
        end = sheet.put(sheet.left, sheet.y, text)
        if r.random() < .6:
            sheet.slots.append((end + em * r.uniform(0, .6), sheet.y - em * .1, sheet.right - end - em, em * 1.1, 'line'))
        last = sheet.y
        sheet.down()
    room, pitch = em * r.uniform(2, 9), em * r.uniform(1.05, 1.7)
    top = last + em * r.uniform(1.02, 1.4)
    for i in range(int(room / pitch)):
        sheet.slots.append((sheet.left + em * r.uniform(0, 2), top + i * pitch, sheet.width * r.uniform(.4, .95), em * r.uniform(.8, 1.05), r.choice(['line', 'line', 'maths', 'step'])))
    sheet.y = int(max(sheet.y, top + room))


def bracket_questions(sheet):
    """Questions that end in brackets for a letter, a tick or a number; choices beneath."""
    r, em = sheet.rng, sheet.em
    zh = sheet.language == 'zh'
    for i in range(r.randint(1, 5)):
        x = sheet.put(sheet.left, sheet.y, f'{r.randint(1, 30)}{"．" if zh and "．" in sheet.zh["has"] else "."}') + em * .2
        text, font = sheet.words(r.randint(6, max(7, int(sheet.width / em) - 6))), sheet.font()
        while text and x + font.getlength(text) > sheet.right - em * 4:
            text = text[:-1]
        x = sheet.put(x, sheet.y, text) + em * r.choice([0, .3, 1])
        left, right = ('（', '）') if zh and r.random() < .7 else ('(', ')')
        gap = em * r.uniform(.8, 3)
        start = sheet.put(x, sheet.y, left, face=sheet.zh if left == '（' else sheet.en)
        end = sheet.put(start + gap, sheet.y, right, face=sheet.zh if right == '）' else sheet.en)
        sheet.slots.append((start - (em * .4 if left == '（' else 0), sheet.y, gap + (em * .7 if left == '（' else 0), em * 1.1, 'bracket'))
        if r.random() < .5:
            sheet.put(end, sheet.y, '。' if zh else '.')
        sheet.down()
        if r.random() < .5:
            at = sheet.left + em
            for c in 'ABCD':
                text = r.choice([str(r.randint(-20, 400)), f'{r.randint(1, 9)}.{r.randint(1, 9)}', sheet.words(r.randint(2, 5))[:6]])
                if at + em * 1.5 + font.getlength(text) > sheet.right:
                    sheet.down()
                    at = sheet.left + em
                at = sheet.put(sheet.put(at, sheet.y, f'{c}.', face=sheet.en) + em * .3, sheet.y, text) + em * r.uniform(1, 4)
            sheet.down()
