"""Print in colour: headings, badges, tinted boxes, coloured shapes, pictures, thick rims; and ruled or squared paper.

`sheet.hue` says by number (0: the page's own ink, 1 to 7: one of seven colours that the camera draws) which colour the print in a rectangle has.
"""
import math

import numpy as np
from PIL import Image, ImageDraw

HUES = 7
STEP = 32  # hues are stored this far apart in a byte


def paint(sheet, box, hue=None):
    hue = hue or sheet.rng.randint(1, HUES)
    ImageDraw.Draw(sheet.hue).rectangle([round(v) for v in box], fill=hue * STEP)
    return hue


def colour_heading(sheet):
    """A heading in colour, sometimes with a bar, a rule or a tint."""
    r, top = sheet.rng, sheet.y
    sheet.heading()
    if sheet.text_boxes:
        x, y, w, h = sheet.text_boxes[-1]
        paint(sheet, (0, top - sheet.em * .4, sheet.full_width, sheet.y - sheet.em * .2))
        if r.random() < .3:
            sheet.tone.pen.rectangle([x - h * .6, y, x - h * .25, y + h * 1.1], fill=255)
        if r.random() < .3:
            sheet.ink.rule(sheet.left, int(y + h * 1.3), sheet.right, int(y + h * 1.3), r.randint(2, 5))


def badge(sheet):
    """Text set white on a coloured or black shape, or a number in a disc, then print beside it."""
    r, em = sheet.rng, sheet.em
    x, y = sheet.left + r.choice([0, 0, em * 2]), sheet.y
    face = sheet.head_zh if sheet.language == 'zh' else sheet.en
    text = sheet.words(r.randint(2, 7))[:9] if r.random() < .6 else str(r.randint(1, 20))
    text = ''.join(c for c in text if c in face['has'] or c == ' ')
    size = round(em * r.uniform(.9, 1.6))
    font = sheet.font(size, face)
    w = font.getlength(text) + size * r.uniform(.4, 1.4)
    box = [x, y, x + max(w, size * 1.3), y + size * 1.35]
    level = r.choice([255, 255, 230, 170])
    shape = r.random()
    if len(text) < 3 and shape < .5:
        sheet.tone.pen.ellipse([x, y, x + size * 1.35, y + size * 1.35], fill=level)
    elif shape < .7:
        sheet.tone.pen.rounded_rectangle(box, radius=r.choice([2, size * .3, size * .65]), fill=level)
    else:
        sheet.tone.pen.rectangle(box, fill=level)
    if r.random() < .8:
        sheet.tone.pen.text((x + (box[2] - box[0] - font.getlength(text)) / 2, y + size * .1), text, font=font, fill=0)
    else:
        sheet.put(x + size * .3, y + size * .1, text, size, face)
    paint(sheet, (box[0] - 6, box[1] - 6, box[2] + 6, box[3] + 6))
    if r.random() < .7:
        line = sheet.words(max(2, int((sheet.right - box[2]) / em) - 2))
        font = sheet.font()
        while line and box[2] + em + font.getlength(line) > sheet.right:
            line = line[:-1]
        sheet.put(box[2] + em * .5, y + size * .15, line)
    sheet.y += int(size * 2)


def tinted_box(sheet):
    """A tinted or framed box with print or room for an answer in it."""
    r, top = sheet.rng, sheet.y
    sheet.y += sheet.em // 2
    if r.random() < .65:
        sheet.paragraph(r.randint(1, 4))
    else:
        sheet.answer_lines()
    box = [sheet.left - 8, top, sheet.right + 8, sheet.y]
    if r.random() < .75:
        sheet.tone.pen.rounded_rectangle(box, radius=r.choice([0, 4, 16]), fill=r.randint(15, 80))
        paint(sheet, box)
    if r.random() < .5:
        x0, y0, x1, y1 = box
        sheet.ink.path([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], r.choice([1, 2, 3, 5]), closed=True)
    sheet.y += sheet.em


def shapes(sheet):
    """Filled coloured shapes in rows or on their own: trains, tangrams, counters, fruit to count."""
    r, em = sheet.rng, sheet.em
    side = em * r.uniform(.9, 3)
    h = side * 1.8
    x = sheet.left + em * r.uniform(0, 3)
    while x < sheet.right - side * 2 and r.random() < .93:
        y = sheet.y + side * r.uniform(0, .5)
        w, s = side * r.uniform(.6, 1.8), side * r.uniform(.5, 1)
        level, kind = r.choice([255, 255, 255, 200]), r.random()
        if kind < .35:
            points = [(x, y), (x + w, y), (x + w, y + s), (x, y + s)]
        elif kind < .6:
            points = [(x + s / 2 + s / 2 * math.cos(t / 16 * 6.283), y + s / 2 + s / 2 * math.sin(t / 16 * 6.283)) for t in range(16)]
        else:
            n, turn = r.choice([3, 3, 4, 4, 5, 6]), r.uniform(0, 6)
            points = [(x + s / 2 + s / 2 * math.cos(turn + i / n * 6.283), y + s / 2 + s / 2 * math.sin(turn + i / n * 6.283)) for i in range(n)]
        sheet.tone.polygon(points, level)
        if r.random() < .4:
            sheet.ink.path(points, r.choice([1, 1.5, 2.5]), closed=True)
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        paint(sheet, (min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1))
        if r.random() < .3:
            sheet.ink.rule(int(max(xs)), int(y + s / 2), int(max(xs) + em * .5), int(y + s / 2), r.choice([2, 3, 4]))
        x = max(xs) + em * r.uniform(.1, 1.2)
    if r.random() < .4:
        sheet.slots.append((x, sheet.y, max(em * 2, sheet.right - x), em * 1.3, 'line'))
    sheet.y += int(h + em * .5)


def colour_picture(sheet):
    """A printed photograph or drawing: blobs of several colours and outlines."""
    r = sheet.rng
    w, h = int(sheet.em * r.uniform(4, 14)), int(sheet.em * r.uniform(3, 9))
    x, y = r.randint(sheet.left, max(sheet.left + 1, sheet.right - w)), sheet.y
    noise = np.random.default_rng(r.getrandbits(32))
    field = np.zeros((h, w), np.float32)
    for k in (3, 6, 14, 40):
        field += np.asarray(Image.fromarray(noise.random((k, k), dtype=np.float32)).resize((w, h), Image.BICUBIC)) / k ** .5
    field = (field - field.min()) / max(1e-6, field.max() - field.min())
    levels = r.choice([5, 9, 60])
    tone = (np.floor(field * levels) / levels * r.uniform(120, 255)).astype(np.uint8)
    hues = np.asarray(Image.fromarray(noise.random((5, 5), dtype=np.float32)).resize((w, h), Image.BICUBIC))
    hues = (np.clip((hues * 9 - 1).astype(int), 0, HUES) * STEP).astype(np.uint8)
    if r.random() < .4:  # no frame: the picture ends in a blob
        yy, xx = np.mgrid[-1:1:h * 1j, -1:1:w * 1j]
        tone = (tone * ((xx ** 2 + yy ** 2 + (field - .5) * .8) < .85)).astype(np.uint8)
    sheet.tone.picture(x, y, Image.fromarray(tone))
    sheet.hue.paste(Image.fromarray(hues), (x, y))
    for _ in range(r.randint(0, 8)):
        n = r.randint(4, 9)
        cx, cy, s = x + w * r.random(), y + h * r.random(), sheet.em * r.uniform(.3, 2)
        sheet.ink.path([(cx + s * math.cos(i / n * 6.283) * r.uniform(.7, 1.2), cy + s * math.sin(i / n * 6.283) * r.uniform(.7, 1.2)) for i in range(n)], r.choice([1, 2, 3]), closed=r.random() < .7)
    sheet.y += h + sheet.em // 2


def cartoon(sheet):
    """A drawn figure of outlined, filled round parts, beside which text may stand, as in exercise books."""
    r, em = sheet.rng, sheet.em
    x, y, size = r.uniform(sheet.left, max(sheet.left + 1, sheet.right - em * 6)), sheet.y, em * r.uniform(1.5, 4)
    for _ in range(r.randint(4, 14)):
        cx, cy, w, h = x + size * r.random(), y + size * r.random(), size * r.uniform(.1, .7), size * r.uniform(.1, .6)
        box = (cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)
        if r.random() < .7:
            sheet.tone.pen.ellipse(box, fill=r.choice([0, 40, 90, 160, 255]))
            paint(sheet, box)
        sheet.ink.ellipse(*box, width=r.choice([1, 1.5, 2.5]))
    if r.random() < .6:
        face = sheet.head_zh if sheet.language == 'zh' else sheet.en
        text = ''.join(c for c in sheet.words(r.randint(3, 9))[:14] if c in face['has'] or c == ' ')
        hollow(sheet, x + size * 1.3, y + size * .3, text, round(em * r.uniform(1, 1.8)), face)
    sheet.y += int(size * 1.3 + em * .5)


def hollow(sheet, x, y, text, size, face):
    """Large letters drawn as outlines only, or with a thick edge."""
    r = sheet.rng
    font = sheet.font(size, face)
    edge = r.choice([1, 2, 2, 3])
    sheet.ink.text(x, y, text, font, 255, stroke=edge)
    sheet.ink.text(x, y, text, font, r.choice([0, 0, 90]))
    sheet.text_boxes.append((x, y, font.getlength(text), size))


def square_code(sheet):
    """A square code, or a bar code."""
    r = sheet.rng
    n, side = r.randint(21, 33), sheet.em * r.uniform(2.5, 6)
    cells = np.random.default_rng(r.getrandbits(32)).random((1 if r.random() < .3 else n, n)) < .5
    code = Image.fromarray((cells * 255).astype(np.uint8)).resize((int(side), int(side)), Image.NEAREST)
    sheet.ink.picture(r.uniform(sheet.left, max(sheet.left + 1, sheet.right - side)), sheet.y, code)
    sheet.y += int(side + sheet.em)


def cell_shape(sheet, x, y, size):
    """A small outlined shape as print, such as stands at the head of a table's column."""
    r, level = sheet.rng, sheet.rng.choice([255, 255, 170, 110])
    n = r.choice([3, 4, 4, 4, 20])
    turn = -math.pi / 2 if n == 3 else math.pi / 4 if n == 4 else 0
    wide = r.uniform(.8, 1.6)
    sheet.ink.path([(x + size / 2 + size * .5 * wide * math.cos(turn + i / n * 6.283), y + size / 2 + size * .5 * math.sin(turn + i / n * 6.283)) for i in range(n)], r.choice([1, 1, 1.5, 2]), level, closed=True)


def rim(sheet):
    """A decorated band along one side of the page."""
    r = sheet.rng
    wide = int(sheet.em * r.uniform(.5, 3))
    box = r.choice([(0, 0, wide, sheet.full_height), (sheet.full_width - wide, 0, sheet.full_width, sheet.full_height), (0, 0, sheet.full_width, wide)])
    sheet.tone.pen.rectangle(box, fill=r.randint(60, 255))
    paint(sheet, box)
    for _ in range(r.randint(0, 12)):
        x, y, s = r.uniform(box[0], box[2]), r.uniform(box[1], box[3]), sheet.em * r.uniform(.3, 1.5)
        sheet.tone.pen.ellipse([x, y, x + s, y + s], fill=r.randint(0, 255))


def work_space(sheet):
    """Free paper for working, the larger part of many pages."""
    r = sheet.rng
    room = int(sheet.em * r.uniform(4, 20))
    across = r.choice([1, 1, 1, 2])
    near = sheet.em * max(0, sheet.leading - 1) * r.choice([0, r.uniform(.3, 1.2)])  # the first line often stands close under the print
    for i in range(across):
        sheet.slots.append((sheet.left + i * sheet.width / across + sheet.em * r.uniform(0, 2), sheet.y - near, sheet.width / across - sheet.em * 2, room, 'work'))
    sheet.y += room


def ruled_space(sheet):
    """Lines or squares to write on, in any colour, often faint."""
    r, em = sheet.rng, sheet.em
    pitch, room = em * r.uniform(1.2, 2.2), em * r.uniform(5, 22)
    fill, style = r.choice([255, 160, 110, 80, 60]), r.choice(['lines', 'lines', 'squares', 'dots'])
    left, right, bottom = sheet.left - r.choice([0, em]), sheet.right, sheet.y + room
    y = sheet.y + pitch
    while y < bottom:
        if style == 'dots':
            for x in range(int(left), int(right), 7):
                sheet.ink.rule(x, int(y), x + 2, int(y), 1, fill)
        else:
            sheet.ink.rule(int(left), int(y), int(right), int(y), r.choice([1, 1, 2]), fill)
        y += pitch * (.5 if style == 'squares' else 1)
    if style == 'squares':
        for x in np.arange(left, right, pitch * .5):
            sheet.ink.rule(int(x), int(sheet.y), int(x), int(bottom), 1, fill)
    if r.random() < .5:
        paint(sheet, (left - 2, sheet.y, right + 2, bottom))
    sheet.slots.append((left + em * .3, sheet.y + pitch * .15, right - left - em, room - pitch * .3, f'ruled{pitch:.1f}'))
    sheet.y += int(room + em)
