"""Draws a whole synthetic sheet: print first, then the student's answers in its slots, then the teacher's marks over both."""
import random

import numpy as np

import colours, items, scenes
from figures import figure, stamp
from hand import Hand
from layer import Layer
from sheet import KINDS, SIZE, Sheet
from words import EN, HAND_SIMPLE, HAND_ZH, MARKS_EN, MARKS_ZH
from working import Writer, column_working, expression, marks_in_figure, number, statement, work

BLOCKS = dict(
    chinese=['heading', 'paragraph', 'paragraph', 'question', 'question', 'choices', 'grid', 'vertical', 'answer_lines', 'matching', 'space', 'bracket_questions', 'close_work', 'clip_art'],
    mathematics=['heading', 'drill', 'drill', 'drill', 'sums', 'sums', 'sums', 'question', 'choices', 'figure', 'space', 'paragraph', 'bracket_questions', 'bracket_questions', 'line_of_numbers', 'number_table', 'shape_table', 'close_work'],
    english=['heading', 'drill', 'paragraph', 'paragraph', 'question', 'question', 'choices', 'answer_lines', 'matching', 'table', 'space'],
    tables=['heading', 'table', 'table', 'number_table', 'number_table', 'number_table', 'shape_table', 'shape_table', 'question', 'grid', 'paragraph'],
    figures=['figure', 'figure', 'figure', 'figure', 'line_of_numbers', 'line_of_numbers', 'clip_art', 'heading', 'question', 'paragraph', 'bracket_questions', 'sums', 'work_space'],
    working=['paragraph_short', 'paragraph_short', 'sums', 'question', 'work_space', 'work_space', 'close_work', 'close_work', 'figure', 'clip_art', 'bracket_questions', 'choices'],
    colour=['colour_heading', 'badge', 'badge', 'tinted_box', 'shapes', 'shapes', 'colour_picture', 'cartoon', 'clip_art', 'clip_art', 'number_table', 'shape_table', 'square_code', 'question', 'drill', 'table', 'figure', 'work_space', 'paragraph'],
    notebook=['ruled_space', 'ruled_space', 'paragraph_short', 'grid', 'work_space', 'question'],
)


SPARSE = ['short_items', 'short_items', 'form_head', 'column_sums', 'tick_boxes', 'number_line', 'question', 'answer_lines', 'space']


def print_sheet(sheet):
    """Prints blocks of the sheet's kind from top to bottom; two sheets in five are mostly white."""
    r = sheet.rng
    sparse = r.random() < .3
    if r.random() < (.3 if sheet.kind == 'colour' else .05):
        colours.rim(sheet)
    while sheet.y < sheet.full_height - 20:
        name = r.choice(SPARSE if sparse and r.random() < .65 else BLOCKS[sheet.kind])
        if name == 'vertical' and sheet.language != 'zh':
            continue
        if name == 'figure':
            figure(sheet)
        elif name == 'paragraph_short':
            sheet.paragraph(r.randint(1, 3))
        elif hasattr(scenes, name):
            getattr(scenes, name)(sheet)
        elif hasattr(colours, name):
            getattr(colours, name)(sheet)
        elif hasattr(items, name):
            getattr(items, name)(sheet)
        else:
            getattr(sheet, name)()
        if r.random() < (.7 if sparse else .25):
            sheet.y += r.randint(10, 240 if sparse else 160)
    if r.random() < .7:
        items.alone(sheet, r.randint(4, 24) if sparse else r.randint(1, 7))
    if r.random() < .12:
        stamp(sheet)
    if r.random() < .15 and sheet.text_boxes:  # words picked out in colour
        for _ in range(r.randint(1, 12)):
            x, y, w, h = r.choice(sheet.text_boxes)
            colours.paint(sheet, (x - 2, y - 3, x + w * r.uniform(.2, 1), y + h * 1.3))


def phrase(r, language, length, simplified=False):
    if language == 'zh':
        return ''.join(r.choice(HAND_SIMPLE if simplified else HAND_ZH) for _ in range(length))
    return ' '.join(r.choice(EN) for _ in range(max(1, length // 3)))


def sum_text(r):
    n = lambda: str(r.choice([r.randint(0, 9), r.randint(10, 99), r.randint(100, 999), round(r.uniform(0, 20), 1)]))
    v = lambda: r.choice(['x', 'y', 'a', 'n', n() + 'x', n() + 'y', n(), n()])
    return ''.join([r.choice(['= ', '', '', 'x = ']), v(), r.choice(['+', '-', '=', ' = ', '/', '*']), v()] + ([r.choice(['+', '-', '=', ' = ']), v()] if r.random() < .6 else []))


def answer(r, hand, layer, sheet, slot):
    x, y, w, h, kind = slot
    if kind == 'work':
        if r.random() < .12:
            for _ in range(r.randint(1, 3)):
                column_working(hand, layer, x + w * r.uniform(0, .8), y + h * r.uniform(0, .5), hand.em * hand.size)
        else:
            work(hand, layer, (x, y, w, h), 'zh' if sheet.language == 'zh' or r.random() < .4 else 'en', sheet.simplified)
        return
    if kind.startswith('ruled'):
        pitch = float(kind[5:])
        size, at = pitch * r.uniform(.6, .95), y
        while at + size < y + h * r.choice([1, 1, 1, .5]):
            hand.write(layer, phrase(r, sheet.language, int(w / size * r.choice([1, 1, r.random()])) + 1, sheet.simplified), x, at, size, w)
            at += pitch
            if r.random() < .06:
                break
        return
    if kind == 'digits':  # numbers in the cells of a table, up to their rules and over them
        text, size = (number(r) if r.random() < .8 else phrase(r, sheet.language, 1, sheet.simplified)[:3]), max(sheet.em * .55, min(h * r.uniform(.5, 1.05), sheet.em * 1.9))
        wide = min(w, len(text) * size * .55)
        Writer(hand, layer, sheet.simplified).text(text, x + (w - wide) * r.uniform(.1, .8), y + (h - size) * r.uniform(.2, .9), size * min(1, w / (len(text) * size * .5)))
        return
    if kind == 'result':  # a number set against the sign it follows
        Writer(hand, layer, sheet.simplified).text(number(r), x, y + h * r.uniform(-.15, .2), h * r.uniform(.7, 1.1))
        return
    if kind == 'step':
        parts = statement(r) if r.random() < .4 else [r.choice(['=', '', '解：', '答：', '∴']), *expression(r, 0, 3)]
        Writer(hand, layer, sheet.simplified).parts(parts, x, y, h, w)
        return
    if kind == 'bracket':
        text, size = r.choice(['A', 'B', 'C', 'D', 'A', 'B', 'C', 'D', '√', '×', number(r), r.choice(HAND_SIMPLE)]), sheet.em * r.uniform(.8, 2.4)
        x, y = x + (w - size * .6) * r.uniform(-.05, 1.05), y + (h - size) * r.uniform(.3, .8)
        if text == '√':
            hand.tick(layer, x, y + size * .4, size * .8)
        else:
            Writer(hand, layer, sheet.simplified).text(text, x, y, size)
        return
    size = h * r.uniform(.75, 1.1) * min(hand.size, 1.0 if kind in ('short', 'column') else 1.35)
    y = y + h * r.uniform(-.2, .25) - (size - h) * .5 * (size > h) * (not kind.startswith('cells') and kind not in ('ring', 'column', 'join', 'plot'))
    language = sheet.language if r.random() < .8 else r.choice(['zh', 'en'])
    if kind.startswith('cells'):
        cell = int(kind[5:])
        for i in range(int(w / cell)):
            if r.random() < .9:
                hand.han(layer, phrase(r, 'zh', 1, sheet.simplified), x + i * cell + cell * .1, y + cell * .1, cell * r.uniform(.65, .95), 230)
    elif kind == 'ring':
        if r.random() < .35:
            r.choice([hand.ring, hand.ring, lambda l, *b: hand.tick(l, b[0], b[1] + b[3] / 2, b[3]), lambda l, *b: hand.stroke(l, [(b[0], b[1] + b[3]), (b[0] + b[2], b[1])])])(layer, x, y, w, w)
    elif kind == 'column':
        for i in range(int(h / w * r.uniform(.3, 1))):
            hand.han(layer, phrase(r, 'zh', 1, sheet.simplified), x, y + i * w, w * .95, 230)
    elif kind == 'join':
        hand.curve(layer, [(x, y), (x + w * .5, y + h * .5), (x + w, y + h)], shake=1.5)
    elif kind == 'plot':
        t = np.linspace(0, 1, r.randint(3, 20))
        f = r.choice([t, t ** 2, np.sin(t * 6) * .4 + .5, 1 - t, np.abs(t - .5)])
        hand.curve(layer, np.stack([x + w * t, y + h * (1 - f)], 1), shake=.7)
        for _ in range(r.randint(0, 6)):
            hand.cross(layer, x + w * r.random(), y + h * r.random(), r.randint(5, 10))
    elif kind == 'maths':
        text = sum_text(r)
        if r.random() < .3:
            end = hand.write(layer, text, x, y - h * .55, size * .8, w)
            hand.curve(layer, [(x - 4, y + h * .42), ((x + end) / 2, y + h * .42), (end + 4, y + h * .4)], shake=.6)
            hand.write(layer, sum_text(r), x + size * .3, y + h * .5, size * .8, w)
        else:
            hand.write(layer, text, x, y, size, w)
    elif kind == 'short':
        hand.write(layer, r.choice(['A', 'B', 'C', 'D', 'T', 'F', str(r.randint(1, 9)), r.choice(HAND_ZH)]), x, y, min(size, h), w)
    else:
        end = hand.write(layer, sum_text(r) if sheet.kind == 'mathematics' and r.random() < .6 else phrase(r, language, max(1, int(w / size * r.uniform(.3, 1.2))), sheet.simplified), x, y, size, w)
        if r.random() < .1:
            correction = r.random()
            if correction < .4:
                hand.scribble(layer, x, y, max(20, (end - x) * r.random()), size)
            elif correction < .75:
                for _ in range(r.choice([1, 2])):
                    hand.curve(layer, [(x, y + size * r.uniform(.4, .7)), ((x + end) / 2, y + size * .5), (end, y + size * r.uniform(.3, .7))])
            else:
                hand.write(layer, phrase(r, language, 3), x + (end - x) * .3, y - size * .8, size * .7)


def over_print(r, hand, layer, sheet):
    """Student's writing across print: underlines, rings, strokes through words, notes between lines."""
    for _ in range(r.randint(0, 6)):
        if not sheet.text_boxes:
            return
        x, y, w, h = r.choice(sheet.text_boxes)
        a = x + w * r.uniform(0, .7)
        length = min(w - (a - x), r.uniform(1, r.choice([4, 9, 40])) * sheet.em)
        kind_of_mark = r.random()
        if kind_of_mark < .08:
            hand.wave(layer, a, y + h * r.uniform(1, 1.15), length)
        elif kind_of_mark < .25:
            hand.curve(layer, [(a, y + h * 1.05), (a + length / 2, y + h * 1.08), (a + length, y + h * 1.02)], shake=.8)
        elif kind_of_mark < .32:  # a wide ring that also meets the lines above and below
            reach = sheet.em * r.uniform(.3, 1.1)
            hand.ring(layer, a - reach, y - reach, min(length, sheet.em * 6) + reach * 2, h + reach * 2, width=r.choice([None, None, hand.width * 1.5]))
        elif kind_of_mark < .45:
            hand.ring(layer, a - 6, y - 5, min(length * .6, sheet.em * 8) + 12, h + 10)
        elif kind_of_mark < .6:
            hand.curve(layer, [(a, y + h * r.uniform(.2, .8)), (a + length, y + h * r.uniform(.2, .8))], shake=.8)
        elif kind_of_mark < .72:
            hand.scribble(layer, a, y, min(length, sheet.em * 4), h)
        elif kind_of_mark < .92:
            hand.write(layer, phrase(r, sheet.language, r.randint(1, 7)), a, y + h * r.uniform(-.7, .7), sheet.em * r.uniform(.7, 1.2))
        else:
            hand.cross(layer, a, y, h)
    if r.random() < .1:  # loose strokes, but no ruled ones, which cannot be told from print
        for _ in range(r.randint(1, 5)):
            x, y = r.uniform(0, sheet.full_width), r.uniform(0, sheet.full_height)
            angle, length = r.choice([r.gauss(0, .12), r.gauss(1.57, .12), r.uniform(0, 3.14)]), r.uniform(10, 120)
            middle = (x + np.cos(angle + r.gauss(0, .12)) * length / 2, y + np.sin(angle + r.gauss(0, .12)) * length / 2)
            hand.curve(layer, [(x, y), middle, (x + np.cos(angle) * length, y + np.sin(angle) * length)], shake=1.2)


def sketch(r, hand, layer, sheet):
    for x, y, w, h in sheet.figures:
        if r.random() < .6:
            marks_in_figure(hand, layer, (x, y, w, h))
            continue
        for _ in range(r.randint(0, 4)):
            p = [(x + w * r.random(), y + h * r.random()) for _ in range(r.choice([2, 3]))]
            if len(p) == 2:
                bow = r.choice([-1, 1]) * r.uniform(.03, .12)
                p.insert(1, ((p[0][0] + p[1][0]) / 2 + (p[1][1] - p[0][1]) * bow, (p[0][1] + p[1][1]) / 2 - (p[1][0] - p[0][0]) * bow))
            hand.curve(layer, p, shake=.8)
            if r.random() < .5:
                hand.write(layer, r.choice(['A', 'P', str(r.randint(1, 99)), 'x', '60', r.choice(HAND_ZH)]), p[0][0], p[0][1], sheet.em * .8)


def mark(r, hand, layer, sheet, answered):
    """The teacher's red marks: ticks, crosses, rings, scores, comments, corrections."""
    for x, y, w, h, kind in answered:
        if r.random() > .5:
            continue
        size = abs(h) * r.uniform(.8, 2.6)
        if kind.startswith('cells'):
            size, x = sheet.em * 1.3, x + w * r.random()
        at = x + abs(w) * r.uniform(0, 1)
        kind_of_mark = r.random()
        if kind_of_mark < .55:
            hand.tick(layer, at, y, min(size, 90))
        elif kind_of_mark < .7:
            hand.cross(layer, at, y, min(size, 50))
        elif kind_of_mark < .78:
            hand.ring(layer, x - 6, y - 4, min(abs(w), 160) + 12, min(abs(h), 70) + 8)
        elif kind_of_mark < .86:
            hand.wave(layer, x, y + min(abs(h), 60), min(abs(w), 220))
        elif kind_of_mark < .92:
            hand.curve(layer, [(x, y + min(abs(h), 60) * .5), (x + min(abs(w), 200), y + min(abs(h), 60) * .5)])
        else:
            hand.write(layer, phrase(r, sheet.language, 4), x, y - sheet.em * .6, sheet.em * r.uniform(.7, 1.2))
    thin = lambda: r.choice([None, None, max(1, sheet.em * r.uniform(.035, .06))])
    for x, y, w, h, kind in answered:  # one large tick, cross or line through the whole working
        if (kind in ('work', 'free') or kind.startswith('ruled')) and r.random() < .55:
            size, at, high = min(w, max(h, 120)) * r.uniform(.25, .8), x + w * r.uniform(0, .7), y + h * r.uniform(.1, .8)
            what = r.random()
            if what < .7:
                hand.tick(layer, at, high, size * .6, width=thin())
            elif what < .85:
                hand.cross(layer, at, high - size * .2, size * .7, width=thin())
            else:
                hand.curve(layer, [(x, high), (x + w * .4, high + r.uniform(-9, 9)), (x + w * r.uniform(.5, 1), high + r.uniform(-20, 20))], width=thin())
    if r.random() < .45:  # every question ticked at its number, across the print
        starts = [b for b in sheet.text_boxes if b[0] < sheet.left + sheet.em * 2.5]
        for x, y, w, h in r.sample(starts, min(len(starts), r.randint(1, 12))):
            (hand.tick if r.random() < .8 else hand.cross)(layer, x + sheet.em * r.uniform(-1.2, 2), y + h * r.uniform(-.2, .6), sheet.em * r.uniform(.7, 2.2), width=thin())
    for _ in range(r.randint(0, 3)):
        x, y = r.uniform(0, sheet.full_width - 150), r.uniform(0, sheet.full_height - 60)
        text = r.choice([r.choice(MARKS_ZH), r.choice(MARKS_EN), f'{r.randint(0, 20)}/{r.choice([5, 10, 20])}', f'-{r.randint(1, 5)}', str(r.randint(0, 100)), f'+{r.randint(1, 9)}'])
        end = hand.write(layer, text, x, y, sheet.em * r.uniform(.9, 2.2))
        if r.random() < .35:
            hand.ring(layer, x - 10, y - 8, end - x + 20, sheet.em * 1.9)
        if r.random() < .3:
            hand.curve(layer, [(x, y + sheet.em * 2.1), (end, y + sheet.em * 2.0)])
    if r.random() < .3:
        hand.tick(layer, r.uniform(50, 600), r.uniform(200, 900), r.uniform(60, 170))


def draw_page(store, seed, kind=None, size=(SIZE, SIZE)):
    """Six uint8 layers (ink, tone, student, teacher, highlighter, hue of the print) of one sheet; `size` is (width, height)."""
    r = random.Random(seed)
    kind = kind or r.choice([*KINDS, 'mathematics', 'working', 'working', 'colour', 'figures', 'tables', 'tables', 'chinese', 'notebook'])
    ink, tone, student, teacher, glow = (Layer(*size) for _ in range(5))
    sheet = Sheet(store, r, ink, tone, kind, size)
    print_sheet(sheet)
    hand, red = Hand(store, r, em=sheet.em), Hand(store, r, child=False, em=sheet.em)
    answered_share, answered = r.choice([.3, .7, .95]), []
    for slot in sheet.slots:
        if r.random() < answered_share:
            answer(r, hand, student, sheet, slot)
            answered.append(slot)
    over_print(r, hand, student, sheet)
    sketch(r, hand, student, sheet)
    if r.random() < .85:
        mark(r, red, teacher, sheet, answered)
    if r.random() < .12 and sheet.text_boxes:
        for _ in range(r.randint(1, 5)):
            x, y, w, h = r.choice(sheet.text_boxes)
            a = x + w * r.uniform(0, .5)
            glow.path([(a, y + h * .5), (a + w * .4, y + h * .5)], h * r.uniform(.7, 1.1), r.randint(150, 255))
    layers = np.stack([l.array() for l in (ink, tone, student, teacher, glow)])
    if r.random() < .12:
        faint = Layer(*size)
        for slot in r.sample(sheet.slots, min(len(sheet.slots), 4)):
            answer(r, hand, faint, sheet, slot)
        layers[2] = np.maximum(layers[2], (faint.array() * r.uniform(.12, .3)).astype(np.uint8))
    return np.concatenate([layers, np.asarray(sheet.hue)[None]]), kind
