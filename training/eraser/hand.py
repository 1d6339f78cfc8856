"""Synthetic handwriting: Chinese from stroke medians, Latin from handwriting fonts and single-stroke letters, digits."""
import math

import numpy as np
from PIL import Image, ImageChops, ImageDraw

from forms import forms_of


def r255(rng):
    return rng.randint(205, 255)


def smooth(points, rounds=2):
    """Corner cutting (Chaikin): more rounds give rounder handwriting."""
    p = np.asarray(points, np.float32)
    for _ in range(rounds):
        if len(p) < 3:
            break
        a, b = p[:-1] * .75 + p[1:] * .25, p[:-1] * .25 + p[1:] * .75
        p = np.concatenate([p[:1], np.stack([a, b], 1).reshape(-1, 2)[1:-1], p[-1:]])
    return p


def bend(points, habit):
    """Moves points by smooth functions of their place: what a hand, or one character of it, does to the model shape."""
    x, y = points[:, 0], points[:, 1]
    return points + np.stack([x - .5, y - .5, x * y - .25, (x - .5) ** 2, (y - .5) ** 2, np.sin(x * 3.14) * np.sin(y * 3.14)], 1).astype(np.float32) @ habit


class Hand:
    """One person's writing. `em` is the print size of the page, from which the widths of real pens follow."""

    def __init__(self, store, rng, child=None, em=25):
        self.store, self.rng, self.em = store, rng, em
        u = rng.uniform
        child = rng.random() < .3 if child is None else child
        self.child = child
        self.slant = rng.gauss(.08, .12)
        self.rise = 0 if child else max(0, rng.gauss(.04, .05))
        self.aspect = u(.78, 1.15)
        self.wobble = u(.02, .05) if child else u(.006, .028)
        self.uneven = u(.08, .22) if child else u(.03, .12)
        self.join = 0 if child else rng.choice([0, .1, .3, .55, .8])
        self.round = 1 if child else rng.choice([1, 2, 2])
        self.clip = 0 if child else u(0, .14)
        self.fast = 0 if child else rng.choice([0, 0, .3, .7])
        # pens of 0.3 to 1 mm; print of 12 pt is 4.2 mm high
        mm = rng.choice([u(.25, .42), u(.35, .6), u(.45, .7), u(.6, 1.0)])
        self.width = max(1.1, mm * em / u(3.4, 4.8))
        self.size = rng.choice([u(.8, 1.1), u(1.0, 1.4), u(1.2, 1.9)])
        self.press = rng.choice([u(0, .1), u(.1, .35), u(.3, .55)])
        self.flick = rng.choice([0, 0, u(.2, .6)])
        self.habit = np.random.default_rng(rng.getrandbits(32)).normal(0, u(.02, .09), (6, 2)).astype(np.float32)
        self.per_char = u(.01, .06)
        self.strokes_zh = rng.random() < .8
        self.face_zh = store.face('hand-cjk', rng)
        self.face = store.face('hand-latin', rng) if rng.random() < .5 else None
        self.own_signs = rng.random() < .7
        self.hershey = rng.choice(store.hershey)
        self.mnist = rng.random() < .2
        self.slope = rng.gauss(0, .015)
        self.gap = u(.0, .22)
        self.weight = rng.choice([0, 0, 1, 1, 2])
        self.chosen = {}

    def stroke(self, layer, points, width=None, fill=255):
        """Draws ink along a path; its width changes with pressure."""
        r = self.rng
        width = width or self.width
        p = smooth(points, self.round + 1)
        if self.press < .06 and not self.flick or len(p) < 3:
            layer.path(p, width * r.uniform(.9, 1.1), fill)
        else:
            pieces = min(4, len(p) - 1)
            cuts = [round(i * (len(p) - 1) / pieces) for i in range(pieces + 1)]
            level = r.uniform(.85, 1.12)
            for i, (a, b) in enumerate(zip(cuts, cuts[1:])):
                level *= 1 + r.uniform(-self.press, self.press) * .7
                thin = 1 - self.flick * (i == pieces - 1) - self.flick * .4 * (i == pieces - 2)
                layer.path(p[a:b + 1], max(.8, width * min(1.4, max(.5, level)) * thin), fill)
        if width > 1.7:
            for x, y in (p[0], p[-1]):
                layer.ellipse(x - width / 2, y - width / 2, x + width / 2, y + width / 2, fill=fill, outline=fill)

    def strokes_of(self, strokes, x, y, size, scale_x, whole=False):
        """Unit strokes (0..1) placed, slanted and shaken in this handwriting."""
        r = self.rng
        placed = []
        dx, dy, s = r.gauss(0, self.uneven * .12), r.gauss(0, self.uneven * .25), 1 + r.gauss(0, self.uneven * .5)
        noise = np.random.default_rng(r.getrandbits(32))
        habit = self.habit + noise.normal(0, self.per_char, (6, 2)).astype(np.float32)
        for points in strokes:
            p = np.asarray(points, np.float32)
            if self.fast and not whole and len(p) > 3 and r.random() < self.fast:  # a quick hand keeps a stroke's ends and its middle
                p = p[[0, len(p) // 2, -1]] if len(p) < 6 else p[[0, len(p) // 3, 2 * len(p) // 3, -1]]
            p = bend(p, habit) * s
            p = p + np.array([r.gauss(0, self.wobble), r.gauss(0, self.wobble)]) + noise.normal(0, self.wobble * .35, p.shape)
            if not whole and len(p) > 2 and r.random() < self.clip:
                p = p[:-1]
            p[:, 0] += (.5 - p[:, 1]) * self.slant
            p[:, 1] -= (p[:, 0] - .5) * self.rise
            placed.append(np.stack([x + (p[:, 0] + dx) * size * scale_x, y + (p[:, 1] + dy) * size], 1))
        return placed

    def han(self, layer, char, x, y, size, fill):
        medians = self.store.medians.get(char)
        if medians is None or not self.strokes_zh:
            if not self.strokes_zh and char in self.face_zh['has']:
                return self.glyph(layer, char, self.face_zh, x, y, size, fill)
            medians = self.store.medians[self.rng.choice(self.store.median_chars)]
        unit = [[((px) / 1024, (900 - py) / 1024) for px, py in s] for s in medians]
        last, width = None, min(self.width, size * (.07 + .9 / (8 + len(unit)) ** 1.2))  # the more strokes, the finer
        for p in self.strokes_of(unit, x, y, size, self.aspect):
            if last is not None and self.rng.random() < self.join and np.hypot(*(p[0] - last)) < size * .6:
                self.stroke(layer, [last, (last + p[0]) / 2 + self.rng.uniform(-1, 1), p[0]], width * .7, int(fill * .9))
            self.stroke(layer, p, width, fill)
            last = p[-1]
        return size * self.aspect

    def glyph(self, layer, text, face, x, y, size, fill):
        """Draws a word in a handwriting font, sheared and rotated a little."""
        r = self.rng
        font = self.store.font(face, max(8, round(size * 2)))
        left, top, right, bottom = font.getbbox(text)
        if right - left < 1:
            return size * .3
        pad = 8
        image = Image.new('L', (right - left + 2 * pad + int(size * .6), bottom - top + 2 * pad), 0)
        ImageDraw.Draw(image).text((pad - left + size * .2, pad - top), text, font=font, fill=fill, stroke_width=self.weight)
        shear, turn = self.slant * .6 + r.gauss(0, .04), r.gauss(0, .02)
        h = image.height
        image = image.transform(image.size, Image.AFFINE, (1 / self.aspect, shear, -shear * h / 2, turn, 1, -turn * image.width / 2), Image.BILINEAR)
        px, py = int(x * 2) - pad, int((y - size * .1) * 2 + top - pad + r.gauss(0, self.uneven * size * .4))
        box = (px, py, px + image.width, py + image.height)
        layer.fine.paste(ImageChops.lighter(layer.fine.crop(box), image), box[:2])
        return (right - left) / 2 * self.aspect

    def sign(self, layer, char, x, y, size, fill=None):
        """Draws one digit, letter or sign of mathematics in this hand's own form; returns its width."""
        r, fill = self.rng, fill or r255(self.rng)
        forms = forms_of(char, self.store.split == 'held')
        if forms is None:
            return self.latin(layer, char, x, y, size, fill)
        if char not in self.chosen or r.random() < .1:  # a hand mostly keeps to one form of a sign
            self.chosen[char] = r.choice(forms)
        width, strokes = self.chosen[char]
        for p in self.strokes_of(strokes, x, y, size, self.aspect, whole=True):
            self.stroke(layer, p, min(self.width, size * .13), fill)
        return (width + self.gap * .3 + r.gauss(0, self.uneven * .15)) * size * self.aspect

    def latin(self, layer, text, x, y, size, fill):
        """Draws letters one after the other in single strokes."""
        start = x
        for c in text:
            width, strokes = self.hershey.get(c, (16, []))
            unit = [[(px / 32, (py + 13) / 32) for px, py in s] for s in strokes]
            for p in self.strokes_of(unit, x, y, size * 1.15, self.aspect):
                self.stroke(layer, p, min(self.width, size * .13), fill)
            x += width / 32 * size * 1.15 * self.aspect * (1 + self.rng.gauss(0, self.uneven * .3))
        return x - start

    def digit(self, layer, d, x, y, size, fill):
        r = self.rng
        bank = self.store.digits[d]
        image = Image.fromarray(bank[r.randrange(len(bank))])
        side = round(size * 2 * 1.35)
        image = image.resize((max(4, round(side * self.aspect)), side), Image.BICUBIC).point(lambda v: min(255, max(0, (v - 90) * 3)) * fill // 255)
        px, py = int((x - size * .25) * 2), int((y - size * .15) * 2)
        box = (px, py, px + image.width, py + image.height)
        layer.fine.paste(ImageChops.lighter(layer.fine.crop(box), image), box[:2])
        return size * self.aspect * .85

    def write(self, layer, text, x, y, size, room=None, fill=None):
        """Writes one line with its top left at (x, y); stops where the room ends. Returns its right end."""
        r = self.rng
        fill = fill or r255(r)
        start, words = x, []
        for c in text:
            han = '\u4e00' <= c <= '\u9fff'
            if words and not han and words[-1][0] == 'l' and c != ' ' and not (self.mnist and c.isdigit()):
                words[-1][1] += c
            else:
                words.append(['h' if han else 'd' if c.isdigit() and self.mnist else 's' if c == ' ' else 'l', c])
        for kind, word in words:
            if room and x - start > room:
                break
            yy = y + (x - start) * self.slope
            if kind == 's':
                x += size * .35
            elif kind == 'h':
                x += self.han(layer, word, x, yy, size, fill) * (1 + self.gap)
            elif kind == 'd':
                x += self.digit(layer, int(word), x, yy, size, fill)
            elif self.own_signs and all(forms_of(c, False) for c in word):
                for c in word:
                    x += self.sign(layer, c, x, yy, size * .92, fill)
            elif self.face is not None and all(c in self.face['has'] for c in word):
                x += self.glyph(layer, word, self.face, x, yy, size * 1.05, fill) + size * self.gap * .5
            else:
                x += self.latin(layer, word, x, yy, size, fill) + size * self.gap * .5
        return x

    def curve(self, layer, points, width=None, fill=255, shake=1.0):
        """A hand-drawn line: a path with a tremor."""
        p = np.asarray(points, np.float32)
        noise = np.random.default_rng(self.rng.getrandbits(32)).normal(0, shake, p.shape)
        self.stroke(layer, p + noise, width, fill)

    def scribble(self, layer, x, y, w, h, fill=255):
        n = max(4, int(w / 6))
        points = [(x + w * i / n + self.rng.uniform(-3, 3), y + (h if i % 2 else 0) + self.rng.uniform(-3, 3)) for i in range(n + 1)]
        self.stroke(layer, points, fill=fill)

    def ring(self, layer, x, y, w, h, fill=255, width=None):
        r = self.rng
        start, turns = r.uniform(0, 6.28), r.uniform(.93, 1.2)
        drift = r.uniform(-.12, .12)
        t = np.linspace(start, start + 6.283 * turns, 28)
        grow = 1 + drift * (t - start) / 6.283
        self.stroke(layer, np.stack([x + w / 2 + np.cos(t) * w / 2 * grow, y + h / 2 + np.sin(t) * h / 2 * grow], 1), width, fill)

    def tick(self, layer, x, y, size, fill=255, width=None):
        r = self.rng
        long = r.choice([1, 1, 1.6, 2.4])
        points = [(x, y), (x + size * r.uniform(.15, .35), y + size * r.uniform(.3, .5)), (x + size * r.uniform(.8, 1.2) * long, y - size * r.uniform(.4, .8) * long)]
        if r.random() < .4:
            points.insert(2, (points[1][0] + size * .3 * long, points[1][1] - size * r.uniform(.1, .35) * long))
        self.stroke(layer, points, width, fill)

    def cross(self, layer, x, y, size, fill=255, width=None):
        r = self.rng
        j = lambda: r.uniform(-.15, .15) * size
        self.stroke(layer, [(x + j(), y + j()), (x + size / 2 + j(), y + size / 2 + j()), (x + size + j(), y + size + j())], width, fill)
        self.stroke(layer, [(x + size + j(), y + j()), (x + size / 2 + j(), y + size / 2 + j()), (x + j(), y + size + j())], width, fill)

    def wave(self, layer, x, y, w, fill=255, width=None):
        r = self.rng
        pitch, high = self.em * r.uniform(.25, .8), self.em * r.uniform(.06, .16)
        n = max(3, int(w / pitch))
        self.stroke(layer, [(x + w * i / n, y + (high if i % 2 else -high) + math.sin(i) * high * .5) for i in range(n + 1)], width, fill)
