"""Draws printed sheets as Hong Kong schools typeset them; every place for an answer is recorded as a slot."""
from PIL import Image

from colours import cell_shape
from words import EN, ZH, ZH_SIMPLE

SIZE = 1024
KINDS = ['chinese', 'mathematics', 'english', 'tables', 'figures', 'working', 'colour', 'notebook']


class Sheet:
    """A sheet being printed: `ink` is black print; `tone` is fills and pictures, `hue` the colour of both by place."""

    def __init__(self, store, rng, ink, tone, kind, size=(SIZE, SIZE)):
        self.store, self.rng, self.ink, self.tone, self.kind = store, rng, ink, tone, kind
        self.full_width, self.full_height = size
        u = rng.uniform
        self.em = round(rng.choice([u(17, 24), u(17, 24), u(22, 32), u(22, 32), u(26, 40), u(26, 40), u(36, 54)]))
        self.left, self.right = rng.randint(10, 90), size[0] - rng.randint(10, 90)
        self.y = rng.randint(-20, 60)
        self.leading = u(1.25, 2.0)
        self.zh = store.face(rng.choice(['ming', 'ming', 'kai', 'kai', 'kai', 'hei']), rng)
        self.head_zh = store.face(rng.choice(['hei', 'ming', 'kai']), rng)
        self.en = store.face('latin', rng)
        self.line = rng.choice([1, 1, 2, 2, 3])
        self.slots, self.text_boxes, self.figures = [], [], []
        self.hue = Image.new('L', size, 0)
        self.simplified = rng.random() < .65
        self.language = 'zh' if kind == 'chinese' else 'en' if kind == 'english' else rng.choice(['zh', 'zh', 'en'])

    @property
    def width(self):
        return self.right - self.left

    def words_zh(self, count):
        r, out = self.rng, ''
        while len(out) < count:
            phrase = r.choice(ZH_SIMPLE if self.simplified else ZH) if r.random() < .75 else ''.join(r.choice(self.zh['cjk']) for _ in range(r.randint(2, 9)))
            out += phrase + r.choice(['，', '，', '。', '、', '；', '？', '', '：'])
        return ''.join(c if c in self.zh['has'] else r.choice(self.zh['cjk']) for c in out[:count])

    def words_en(self, count):
        r = self.rng
        words = [r.choice(EN) + r.choice([''] * 9 + [',', '.', ';']) for _ in range(count)]
        return ' '.join([words[0].capitalize(), *words[1:]])

    def words(self, chars):
        return self.words_zh(chars) if self.language == 'zh' else self.words_en(max(1, chars // 3))

    def face(self):
        return self.zh if self.language == 'zh' else self.en

    def font(self, size=None, face=None):
        return self.store.font(face or self.face(), size or self.em)

    def put(self, x, y, text, size=None, face=None, fill=255):
        font = self.font(size, face)
        self.ink.text(x, y, text, font, fill)
        end = x + font.getlength(text)
        self.text_boxes.append((x, y, end - x, size or self.em))
        return end

    def down(self, lines=1.0):
        self.y += int(self.em * self.leading * lines)

    def blank(self, x, y, w, style=None):
        """A place for an answer: line, dots, brackets or box. Returns its right end."""
        r, em = self.rng, self.em
        style = style or r.choice(['line', 'line', 'line', 'dots', 'bracket', 'box', 'dash', 'none'])
        base = y + int(em * 1.08)
        fill = r.choice([255, 255, 230, 150])
        if style == 'line':
            self.ink.rule(x, base, x + w, base, self.line, fill)
        elif style in ('dots', 'dash'):
            step, mark = (r.randint(4, 9), 2) if style == 'dots' else (r.randint(10, 18), r.randint(5, 9))
            for i in range(int(x), int(x + w), step):
                self.ink.rule(i, base, i + mark - 1, base, r.choice([1, 2]), fill)
        elif style == 'bracket':
            w = min(w, em * 3)
            zh = self.language == 'zh'
            self.put(x, y, '（' if zh else '(')
            self.put(x + w - em * .4, y, '）' if zh else ')')
            self.slots.append((x + em * .8, y, w - em * 1.3, em * 1.1, 'short'))
            return x + w + em
        elif style == 'box':
            w = min(w, em * r.uniform(1.2, 4))
            self.ink.path([(x, y - 2), (x + w, y - 2), (x + w, y + em * 1.2), (x, y + em * 1.2)], self.line, fill, closed=True)
        self.slots.append((x + 3, y - em * .1, w - 6, em * 1.15, 'line'))
        return x + w + em * .3

    # ------------------------------------------------------------ blocks

    def heading(self):
        r = self.rng
        size = int(self.em * r.uniform(1.1, 1.9))
        face = self.head_zh if self.language == 'zh' else self.store.face('latin', r)
        text = self.words(r.randint(4, 14)) if self.language == 'zh' else self.words_en(r.randint(2, 5))
        text = r.choice(['', '甲、', '一、', '(A) '] if self.language == 'zh' else ['', 'Part A: ', 'Section 2  ', 'III. ']) + text
        text = ''.join(c for c in text if c in face['has'])
        font = self.font(size, face)
        x = self.left if r.random() < .6 else max(self.left, self.full_width // 2 - font.getlength(text) // 2)
        self.put(x, self.y, text, size, face)
        if r.random() < .35:
            self.ink.rule(x, self.y + int(size * 1.25), min(self.right, x + font.getlength(text)), self.y + int(size * 1.25), self.line)
        if r.random() < .2:
            self.tone.pen.rectangle([self.left - 6, self.y - 6, self.right, self.y + int(size * 1.4)], fill=r.randint(20, 70))
        self.y += int(size * 1.7)

    def paragraph(self, lines=None):
        r = self.rng
        font = self.font()
        for i in range(lines or r.randint(2, 7)):
            text, x = self.words(int(self.width / self.em) + 2), self.left + (self.em * 2 if i == 0 else 0)
            while text and x + font.getlength(text) > self.right:
                text = text[:-1] if self.language == 'zh' else text.rpartition(' ')[0]
            self.put(x, self.y, text)
            if r.random() < .12:
                end = x + font.getlength(text[:r.randint(1, max(1, len(text)))])
                self.ink.rule(x, self.y + int(self.em * 1.1), end, self.y + int(self.em * 1.1), 1)
            self.down()

    def question(self):
        """A numbered question with blanks in its text."""
        r = self.rng
        mark = r.choice(['{}.', '{}.', '({})', '{}、', '{})', 'Q{}.'])
        x = self.put(self.left, self.y, mark.format(r.randint(1, 30))) + self.em * .5
        start = x
        for _ in range(r.randint(1, 4)):
            text = self.words(r.randint(3, 12))
            if x + self.font().getlength(text) > self.right:
                self.down()
                x = start
            x = self.put(x, self.y, text) + self.em * .3
            w = r.uniform(2.5, 9) * self.em
            if r.random() < .75 and x + w < self.right:
                x = self.blank(x, self.y, w)
        self.down(r.uniform(1, 1.6))

    def choices(self):
        r = self.rng
        columns = r.choice([1, 2, 4])
        for i in range(4):
            x = self.left + self.em * 2 + (i % columns) * (self.width // columns)
            if r.random() < .3:
                self.ink.ellipse(x, self.y, x + self.em, self.y + self.em, self.line)
                self.put(x + self.em * .22, self.y + self.em * .1, 'ABCD'[i], int(self.em * .75))
            else:
                self.put(x, self.y, 'ABCD'[i] + '.')
            self.slots.append((x - 4, self.y - 4, self.em * 1.3, self.em * 1.3, 'ring'))
            if self.kind == 'mathematics':
                self.formula(x + self.em * 1.6, self.y, .8)
            else:
                text = self.words(r.randint(2, max(3, self.width // columns // self.em - 4)))
                while text and self.font().getlength(text) > self.width // columns - self.em * 3:
                    text = text[:-1]
                self.put(x + self.em * 1.6, self.y, text)
            if i % columns == columns - 1:
                self.down(1.1 if self.kind != 'mathematics' else 1.6)
        self.down(.4)

    def answer_lines(self):
        r = self.rng
        pitch, style = int(self.em * r.uniform(1.3, 2.2)), r.choice(['line', 'line', 'dots'])
        for _ in range(r.randint(2, 6)):
            self.blank(self.left, self.y, self.width, style)
            self.y += pitch
        self.y += self.em // 2

    def grid(self):
        """Squared paper for compositions and dictation."""
        r = self.rng
        cell = int(self.em * r.uniform(1.3, 2.4))
        rows, columns = r.randint(2, 6), self.width // cell
        gap, fill = r.choice([0, 0, cell // 4]), r.choice([255, 200, 120, 80])
        for i in range(rows):
            y = self.y + i * (cell + gap)
            for edge in (y, y + cell):
                self.ink.rule(self.left, edge, self.left + columns * cell, edge, 1, fill)
            for j in range(columns + 1):
                self.ink.rule(self.left + j * cell, y, self.left + j * cell, y + cell, 1, fill)
            self.slots.append((self.left, y, columns * cell, cell, f'cells{cell}'))
        self.y += rows * (cell + gap) + self.em

    def vertical(self):
        r = self.rng
        height, pitch = r.randint(6, 14) * self.em, int(self.em * self.leading)
        font = self.store.font(self.zh, self.em)
        box = r.random() < .3
        for i in range(r.randint(4, max(5, self.width // pitch - 1))):
            x = self.right - (i + 1) * pitch
            if x < self.left:
                break
            if r.random() < .2:
                self.ink.rule(x + self.em // 2, self.y, x + self.em // 2, self.y + height, self.line, 200)
                self.slots.append((x, self.y, self.em, height, 'column'))
                continue
            for j, c in enumerate(self.words_zh(int(height / self.em))):
                self.ink.text(x, self.y + j * self.em, c, font)
            self.text_boxes.append((x, self.y, self.em, height))
            if box:
                self.ink.rule(x - (pitch - self.em) // 2, self.y - 4, x - (pitch - self.em) // 2, self.y + height, 1)
        self.y += height + self.em

    def formula(self, x, y, scale=1.0):
        r = self.rng
        picture = r.choice(self.store.formulas)
        k = self.em / 40 * scale * r.uniform(.9, 1.25)
        w, h = max(4, int(picture.width * k)), max(4, int(picture.height * k))
        if x + w > self.full_width:
            w, h = int(w * .6), int(h * .6)
        picture = picture.resize((w, h), Image.LANCZOS)
        self.ink.picture(x, y + self.em / 2 - h / 2, picture)
        self.text_boxes.append((x, y + self.em / 2 - h / 2, w, h))
        return x + w, h

    def sums(self):
        """Formula questions with room for working."""
        r = self.rng
        columns = r.choice([1, 1, 2, 3])
        for row in range(r.randint(1, 4)):
            tall = self.em
            self.y += int(self.em * .7)
            for c in range(columns):
                x = self.left + c * (self.width // columns)
                x = self.put(x, self.y, r.choice(['({})', '{}.', '{})', '{}']).format(r.choice('abcdef12345678'))) + self.em * .4
                end, h = self.formula(x, self.y)
                tall = max(tall, h)
                if r.random() < .5 and end < self.right - self.em * 3:
                    end = self.put(end + self.em * .2, self.y, r.choice(['=', '=', '=', ':', '→']), face=self.en)
                    if r.random() < .4:
                        self.blank(end + self.em * .3, self.y, self.em * r.uniform(2, 5))
                    else:
                        self.slots.append((end + self.em * r.uniform(-.3, .4), self.y, self.em * 5, self.em * 1.2, 'maths'))  # answers touch the sign before them
            self.y += int(tall * .7 + self.em)
            if r.random() < .5:
                room = r.randint(1, 5)
                for i in range(room):
                    self.slots.append((self.left + self.em * 2, self.y + i * self.em * 1.5, self.width * .6, self.em * 1.25, 'maths'))
                self.y += int(room * self.em * 1.5)

    def drill(self):
        """Short items surrounded by white: sums to complete, words to answer beside."""
        r, latin = self.rng, self.store.face('latin', self.rng)
        face = latin if r.random() < .75 else self.zh
        mark = r.choice(['{})', '{}.', '({})', '{}', '{}、' if face is self.zh else '{}:'])
        columns, first = r.choice([1, 1, 1, 2, 3]), r.randint(1, 40)
        pitch = int(self.em * r.uniform(1.3, 3.2))
        size = round(self.em * r.uniform(.8, 1.1))
        number = lambda: r.choice([str(r.randint(0, 9)), str(r.randint(10, 99)), str(r.randint(100, 999)), f'{r.randint(0, 9)}.{r.randint(1, 9)}'])
        for i in range(r.randint(3, 11)):
            for c in range(columns):
                x = self.left + c * (self.width // columns)
                x = self.put(x, self.y, mark.format(first + i * columns + c), size, face) + size * r.uniform(.2, .6)
                if r.random() < .7:
                    text = r.choice(['', '', '', '–']) + number() + ''.join(r.choice([' + ', ' – ', ' × ', ' ÷ ', '+', '×']) + number() for _ in range(r.choice([1, 1, 2]))) + r.choice([' =', ' =', '=', ''])
                else:
                    text = self.words(r.randint(2, 6))[:14] + r.choice([':', '?', '', ' ='])
                text = ''.join(ch for ch in text if ch in face['has'] or ch == ' ')
                end = self.put(x, self.y, text, size, face)
                room = self.left + (c + 1) * (self.width // columns) - end - self.em
                if room > self.em * 1.5:
                    self.slots.append((end + self.em * r.uniform(-.3, .5), self.y - self.em * .1, min(room, self.em * 8), self.em * 1.2, r.choice(['maths', 'line', 'result'])))
            self.y += pitch
            if self.y > self.full_height:
                break
        self.y += self.em

    def table(self):
        r = self.rng
        rows, columns = r.randint(2, 6), r.randint(2, 6)
        w, h = self.width // columns, int(self.em * r.uniform(1.5, 2.6))
        head, fill = r.random() < .4, r.choice([255, 255, 180])
        for i in range(rows):
            y = self.y + i * h
            if i == 0 and head:
                self.tone.pen.rectangle([self.left, y, self.left + columns * w, y + h], fill=r.randint(25, 90))
            for j in range(columns):
                x = self.left + j * w
                if r.random() < .08:
                    cell_shape(self, x + w / 2 - self.em / 2, y + (h - self.em) / 2, self.em * r.uniform(.6, 1))
                elif i == 0 or j == 0 or r.random() < .5:
                    text = self.words(r.randint(1, max(1, w // self.em - 1))) if r.random() < .75 else str(r.randint(0, 9999))
                    while text and self.font().getlength(text) > w - 8:
                        text = text[:-1]
                    self.put(x + 6, y + (h - self.em) // 2, text)
                else:
                    self.slots.append((x + 5, y + (h - self.em) / 2, w - 10, self.em * 1.1, 'line'))
        for i in range(rows + 1):
            self.ink.rule(self.left, self.y + i * h, self.left + columns * w, self.y + i * h, self.line, fill)
        for j in range(columns + 1):
            self.ink.rule(self.left + j * w, self.y, self.left + j * w, self.y + rows * h, self.line, fill)
        self.y += rows * h + self.em

    def matching(self):
        r = self.rng
        middle = self.left + self.width * .55
        for i in range(r.randint(3, 5)):
            end = self.put(self.left, self.y, self.words(r.randint(3, 7)))
            self.put(middle + self.em * 2, self.y, self.words(r.randint(3, 7)))
            for x in (min(end + 20, middle - 60), middle + self.em):
                self.ink.ellipse(x, self.y + self.em * .4, x + 6, self.y + self.em * .4 + 6, fill=255)
            self.slots.append((end + 24, self.y + self.em * .5, middle + self.em - end - 24, self.em * r.uniform(-3, 3), 'join'))
            self.down(1.3)

    def space(self):
        room = self.rng.randint(2, 7)
        for i in range(room):
            self.slots.append((self.left + 10, self.y + i * self.em * 1.6, self.width * .8, self.em * 1.3, 'free'))
        self.y += int(room * self.em * 1.6)
