"""What a student writes in free space: mathematics with fractions, roots and powers, steps of a proof, sentences, crossings-out."""
import numpy as np

from words import EN, HAND_SIMPLE, HAND_ZH, WORK_ZH

LETTERS = 'xyabcnmtsk'
POINTS = 'ABCDEFGHOP'


def number(r):
    return str(r.choice([r.randint(0, 9), r.randint(10, 99), r.randint(10, 99), r.randint(100, 2999), round(r.uniform(0, 20), 1)]))


def atom(r, depth=0):
    kind = r.random()
    if kind < .5:
        return [number(r)]
    if kind < .66:
        return [r.choice(['', '', number(r)]) + r.choice(LETTERS)]
    if kind < .8 and depth < 2:
        return [('over', expression(r, depth + 1, 1), expression(r, depth + 1, 1))]
    if kind < .86:
        return [r.choice(LETTERS) if r.random() < .6 else number(r), ('high', r.choice(['2', '3', 'n', '-1']))]
    if kind < .91 and depth < 2:
        return [('root', expression(r, depth + 1, 1))]
    if kind < .96:
        return ['(', *expression(r, depth + 1, 2), ')']
    return ['|', '-' if r.random() < .6 else '', number(r), '|']


def expression(r, depth=0, most=4):
    out = [*(['-'] if r.random() < .1 else []), *atom(r, depth)]
    for _ in range(r.randint(0, most - 1) if most > 1 else int(r.random() < .2)):
        out += [r.choice('+-+-×÷' if depth == 0 else '+-×'), *atom(r, depth)]
    return out


def triple(r):
    return ''.join(r.sample(POINTS, r.choice([2, 2, 3])))


def statement(r):
    """A line of a proof."""
    thing = lambda: r.choice(['∠', '△', '', '']) + triple(r)
    return [r.choice(['∵', '∴', '∴', '∵', '']), thing(), r.choice(['=', '=', '∥', '⊥', '≌', '+']), thing(), *r.choice([[], [], ['=', number(r), '°'], ['(', r.choice(['已知', '已证', '等量代换', 'SAS', 'ASA']), ')']])]


class Writer:
    """Sets a line in a hand; each method returns the right end."""

    def __init__(self, hand, layer, simplified=True):
        self.hand, self.layer, self.r = hand, layer, hand.rng
        self.han = HAND_SIMPLE if simplified else HAND_ZH
        self.fill = self.r.randint(205, 255)

    def text(self, text, x, y, size):
        for c in text:
            if c == ' ':
                x += size * .35
            elif '\u4e00' <= c <= '\u9fff':
                x += self.hand.han(self.layer, c, x, y - size * .05, size * 1.08, self.fill) * (1 + self.hand.gap)
            elif c == '：':
                x += self.hand.sign(self.layer, ':', x, y, size, self.fill) + size * .2
            elif self.hand.mnist and c.isdigit():
                x += self.hand.digit(self.layer, int(c), x, y, size * .8, self.fill) * .9
            else:
                x += self.hand.sign(self.layer, c, x, y, size, self.fill)
        return x

    def width(self, parts, size):
        """A rough width, enough to centre a fraction."""
        each = lambda p: len(p) * .55 if isinstance(p, str) else .35 if p[0] == 'high' else max(self.width(q, 1) for q in p[1:]) * .75 + .3
        return sum(map(each, parts)) * size * self.hand.aspect

    def parts(self, parts, x, y, size, room=1e9):
        start = x
        for p in parts:
            if x - start > room:
                break
            y_here = y + (x - start) * self.hand.slope
            if isinstance(p, str):
                x = self.text(p, x, y_here, size)
            elif p[0] == 'high':
                x = self.text(p[1], x, y_here - size * self.r.uniform(.2, .35), size * .55)
            elif p[0] == 'root':
                end = self.parts(p[1], x + size * .4, y_here + size * .1, size * .9)
                self.hand.sign(self.layer, '√', x, y_here, size, self.fill)
                self.line([(x + size * .4 * self.hand.aspect, y_here - size * .04), (end, y_here - size * .06)])
                x = end + size * .1
            else:
                small = size * self.r.uniform(.62, .85)
                wide = max(self.width(q, small) for q in p[1:])
                ends = [self.parts(q, x + size * .1 + max(0, (wide - self.width(q, small)) / 2), y_here + at, small) for q, at in ((p[1], size * .45 - small * 1.12), (p[2], size * .62))]
                self.line([(x + self.r.uniform(-.05, .08) * size, y_here + size * .54), ((x + max(ends)) / 2, y_here + size * .53), (max(ends), y_here + size * self.r.uniform(.46, .56))])
                x = max(ends) + size * .15
        return x

    def line(self, points):
        self.hand.curve(self.layer, points, fill=self.fill, shake=.4)

    def sentence(self, length):
        return ''.join(self.r.choice(self.han) for _ in range(length))


def strike(writer, x, y, w, h):
    """A crossing-out: one stroke, several, a scribble or a blot."""
    r, hand, layer = writer.r, writer.hand, writer.layer
    kind = r.random()
    if kind < .35:
        for _ in range(r.choice([1, 1, 2])):
            hand.curve(layer, [(x, y + h * r.uniform(.3, .7)), (x + w / 2, y + h * .5), (x + w, y + h * r.uniform(.3, .7))])
    elif kind < .7:
        hand.scribble(layer, x, y, max(12, w), h)
    else:
        n = r.randint(6, 14)
        hand.stroke(layer, [(x + w * r.random(), y + h * r.random()) for _ in range(n)], fill=255)


def work(hand, layer, box, language='zh', simplified=True, size=None):
    """Fills a box with lines of working in one hand."""
    r = hand.rng
    x, y, w, h = box
    writer = Writer(hand, layer, simplified)
    size = size or hand.em * hand.size * r.uniform(.9, 1.15)
    pitch, indent = size * r.uniform(1.25, 1.9), r.choice([0, 0, size, size * 2])
    kind = r.choice(['sums', 'sums', 'proof', 'mixed', 'prose'] if language == 'zh' else ['sums', 'sums', 'mixed', 'english'])
    left, end = x + r.uniform(0, .15) * w, y + h * r.choice([1, 1, r.uniform(.4, 1)])
    first = True
    while y + size < end:
        room = x + w - left
        tall = False
        if kind == 'english':
            right = hand.write(layer, ' '.join(r.choice(EN) for _ in range(12)), left, y, size, room)
        elif kind == 'prose' or (kind == 'mixed' and language == 'zh' and (first or r.random() < .4)):
            parts = [r.choice(['解：', '答：', '', '', r.choice(WORK_ZH)]), writer.sentence(r.randint(3, 14)), *(expression(r, 1, 2) if r.random() < .4 else []), r.choice(WORK_ZH) if r.random() < .4 else '']
            right = writer.parts(parts, left, y, size, room)
        else:
            if first and language == 'zh' and r.random() < .6:
                parts = [r.choice(['解：', '解：', '证明：', '原式', '解：设']), ' ']
            else:
                parts = []
            parts += statement(r) if kind == 'proof' else [*(['='] if r.random() < .6 else []), *expression(r, 0, 4), *(['=', *expression(r, 0, 2)] if r.random() < .6 else []), *(['(', r.choice(['元', '千克', '米', '秒', '个', '人', '厘米']), ')'] if language == 'zh' and r.random() < .15 else [])]
            tall = any(isinstance(p, tuple) and p[0] == 'over' for p in parts)
            right = writer.parts(parts, left, y + (size * .4 if tall else 0), size, room)
        if r.random() < .06:
            strike(writer, left, y, max(size, (right - left) * r.uniform(.1, .6)), size)
        if r.random() < .05:
            hand.ring(layer, left - size * .2, y - size * .2, right - left + size * .4, size * 1.5)
        y += pitch + (size * .7 if tall else 0)
        if first:
            left += indent
        first = False
        if r.random() < .08:
            break
    if r.random() < .15:  # a brace before several lines
        top = box[1] + size * .5
        bottom = min(y, top + pitch * r.randint(2, 3))
        bx = box[0] - size * .3
        hand.curve(layer, [(bx + size * .3, top), (bx + size * .1, top + size * .2), (bx + size * .12, (top + bottom) / 2 - size * .2), (bx - size * .1, (top + bottom) / 2), (bx + size * .12, (top + bottom) / 2 + size * .2), (bx + size * .1, bottom - size * .2), (bx + size * .3, bottom)], shake=.5)


def column_working(hand, layer, x, y, size):
    """A sum worked in columns: one number under the other, a line, the result."""
    r = hand.rng
    writer = Writer(hand, layer)
    digits = r.randint(2, 4)
    step = size * .75 * hand.aspect
    rows = [number(r)[:digits].rjust(digits) for _ in range(r.choice([3, 3, 4, 5]))]
    for i, row in enumerate(rows):
        for j, c in enumerate(row):
            if c not in ' .':
                writer.text(c, x + step * (j + 1), y + i * size * 1.15, size)
        if i == 1:
            writer.text(r.choice('+-×'), x, y + size * 1.15, size)
            writer.line([(x - size * .2, y + size * 2.22), (x + step * (digits + 1.2), y + size * 2.2)])
    if len(rows) > 3:
        at = y + (len(rows) - 1) * size * 1.15 - size * .08
        writer.line([(x - size * .2, at), (x + step * (digits + 1.2), at)])


def marks_in_figure(hand, layer, box):
    """Labels, equal-length ticks, angle arcs and auxiliary lines written into a printed figure."""
    r = hand.rng
    x, y, w, h = box
    writer = Writer(hand, layer)
    size = hand.em * r.uniform(.6, 1.1)
    for _ in range(r.randint(1, 7)):
        px, py, kind = x + w * r.random(), y + h * r.random(), r.random()
        if kind < .45:
            writer.parts(r.choice([[number(r)], [r.choice(LETTERS)], [number(r), '°'], [r.choice(POINTS)], [number(r), r.choice(['cm', 'm', ''])], ['∠', str(r.randint(1, 4))]]), px, py, size)
        elif kind < .6:
            for i in range(r.choice([1, 2, 2, 3])):
                hand.curve(layer, [(px + i * 4, py), (px + i * 4 + r.uniform(-3, 3), py + size * .4)], shake=.4)
        elif kind < .75:
            t = np.linspace(r.uniform(0, 6), r.uniform(0, 6) + 1.3, 6)
            hand.curve(layer, np.stack([px + np.cos(t) * size * .6, py + np.sin(t) * size * .6], 1), shake=.4)
        elif kind < .85:  # bowed as by a free hand: a ruled line cannot be told from print
            qx, qy, bow = x + w * r.random(), y + h * r.random(), r.choice([-1, 1]) * r.uniform(.04, .12)
            hand.curve(layer, [(px, py), ((px + qx) / 2 + (qy - py) * bow, (py + qy) / 2 - (qx - px) * bow), (qx, qy)], shake=1)
