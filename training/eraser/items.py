"""Short print surrounded by white: the head of a form, marks, leaders, sums in columns, tick boxes, number lines."""

LABELS_EN = ['Name', 'Class', 'No.', 'Date', 'Score', 'Answer', 'Ans.', 'Total', 'Result', 'Unit', 'Group', 'Working', 'Reason', 'Marks', 'Subject', 'Signature']
LABELS_ZH = ['姓名', '班別', '學號', '日期', '分數', '答案', '答', '總分', '科目', '單位', '理由', '評語', '家長簽署', '成績', '等級']
MARKS = ['(2 marks)', '(1 mark)', '[3]', '(4%)', '(2分)', '[2 marks]', '(10)', '/5', '/20', '/100', '(1A)', '1M', 'P.2', '- 4 -', '3', '(Total 12)']
SIGNS = ['-', '–', '—', '=', '1.', '2)', '(c)', ':', '/', '|', '+', '×', 'I', 'l', '→', '∴', '.', '1', '7', 'x', 'y', 'O', '%', '$', 'cm', '°C', 'A', 'B.', 'C', 'D)', '(i)', '(ii)', 'a.', 'b)', '?', '(', ')', '[', ']', 'Q1', 'No', 'or', 'T / F', '=  =']


def known(face, text):
    return ''.join(c for c in text if c in face['has'] or c == ' ')


def leader(sheet, x, y, w, size, face):
    """An answer line made of characters: a row of dots or underscores."""
    r = sheet.rng
    mark = r.choice(['.', '.', '_', '_', '-', '. ', '…', '·'])
    step = max(1.0, sheet.font(size, face).getlength(mark))
    text = known(face, mark * max(2, int(w / step)))
    end = sheet.put(x, y, text, size, face, r.choice([255, 255, 200, 150]))
    sheet.text_boxes.pop()
    sheet.slots.append((x + 2, y - size * .15, max(10, end - x - 4), size * 1.15, 'line'))
    return end


def form_head(sheet):
    """The head of a form, such as Name: ______  Class: ____ ( )"""
    r, x = sheet.rng, sheet.left
    zh = sheet.language == 'zh'
    face = sheet.face()
    for _ in range(r.randint(1, 5)):
        text = known(face, r.choice(LABELS_ZH if zh else LABELS_EN) + r.choice([':', '：' if zh else ':', '']))
        w = sheet.em * r.uniform(2.5, 9)
        if x + w + sheet.em * 4 > sheet.right:
            sheet.down(1.2)
            x = sheet.left
        x = sheet.put(x, sheet.y, text) + sheet.em * .2
        x = (leader(sheet, x, sheet.y, w, sheet.em, face) if r.random() < .4 else sheet.blank(x, sheet.y, w, r.choice(['line', 'line', 'dots', 'bracket', 'box']))) + sheet.em * r.uniform(.3, 2)
    sheet.down(r.uniform(1.2, 2.4))


def short_items(sheet):
    """Numbers, letters and a word or two, far apart, some with an answer line."""
    r = sheet.rng
    pitch, mark = sheet.em * r.uniform(1.4, 4.5), r.choice(['{}.', '{})', '({})', '{}', '{}:', 'Q{}'])
    latin = sheet.store.face('latin', r)
    number = r.choice([lambda i: str(i + 1), lambda i: 'abcdefghijkl'[i], lambda i: 'ABCDEFGHIJKL'[i], lambda i: ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'][i]])
    for i in range(r.randint(2, 9)):
        if sheet.y > sheet.full_height:
            break
        x = sheet.put(sheet.left + r.choice([0, 0, sheet.em * 1.5]), sheet.y, mark.format(number(i)), face=latin) + sheet.em * .5
        kind = r.random()
        if kind < .35:
            face = sheet.face()
            x = sheet.put(x, sheet.y, known(face, sheet.words(r.randint(1, 6))), face=face) + sheet.em * .3
        elif kind < .5:
            x, _ = sheet.formula(x, sheet.y, .9)
        kind, room = r.random(), sheet.right - x - sheet.em * 3
        if room > sheet.em * 2:
            w = min(room, sheet.em * r.uniform(2, 16))
            if kind < .3:
                x = leader(sheet, x, sheet.y, w, sheet.em, latin)
            elif kind < .65:
                x = sheet.blank(x, sheet.y, w)
            else:
                sheet.slots.append((x + 3, sheet.y - sheet.em * .1, w, sheet.em * 1.2, r.choice(['line', 'maths'])))
        if r.random() < .3:
            text = known(latin, r.choice(MARKS))
            sheet.put(sheet.right - sheet.font(sheet.em, latin).getlength(text), sheet.y + r.choice([0, pitch * .4]), text, face=latin)
        sheet.y += int(pitch)
    sheet.y += sheet.em


def column_sums(sheet):
    """Column sums: one number under the other, a rule beneath, room for the answer."""
    r = sheet.rng
    face, count = sheet.store.face('latin', r), r.randint(1, 4)
    for c in range(count):
        digits, x, y = r.randint(1, 4), sheet.left + c * sheet.width // count + sheet.em, sheet.y
        wide = sheet.em * .62 * (digits + 1)
        for row in range(2):
            text = str(r.randint(10 ** (digits - 1), 10 ** digits - 1))
            sheet.put(x + wide - sheet.font(sheet.em, face).getlength(text), y + row * sheet.em * 1.2, text, face=face)
        sheet.put(x - sheet.em * .3, y + sheet.em * 1.2, known(face, r.choice('+–×')), face=face)
        rule = y + sheet.em * 2.5
        sheet.ink.rule(int(x - sheet.em * .4), int(rule), int(x + wide), int(rule), sheet.line)
        sheet.slots.append((x, rule + sheet.em * .1, wide, sheet.em * 1.1, 'short'))
        if r.random() < .3:
            sheet.ink.rule(int(x - sheet.em * .4), int(rule + sheet.em * 1.4), int(x + wide), int(rule + sheet.em * 1.4), sheet.line)
    sheet.y += int(sheet.em * 4.6)


def tick_boxes(sheet):
    r, em = sheet.rng, sheet.em
    x = sheet.left
    for _ in range(r.randint(2, 7)):
        if x > sheet.right - em * 5:
            sheet.down(1.4)
            x = sheet.left
        side = em * r.uniform(.6, 1)
        (sheet.ink.ellipse if r.random() < .35 else lambda a, b, c, d, w: sheet.ink.path([(a, b), (c, b), (c, d), (a, d)], w, closed=True))(x, sheet.y + 2, x + side, sheet.y + 2 + side, sheet.line)
        sheet.slots.append((x - 2, sheet.y - 2, side + 4, side + 4, 'ring'))
        x = sheet.put(x + side + em * .3, sheet.y, known(sheet.face(), sheet.words(r.randint(1, 4)))) + em * r.uniform(.5, 2)
    sheet.down(1.7)


def number_line(sheet):
    r, em = sheet.rng, sheet.em
    a, b, y, step = sheet.left + em, sheet.right - em * r.uniform(1, 9), sheet.y + em, em * r.uniform(1.2, 3)
    sheet.ink.path([(a, y), (b, y)], r.choice([1, 1.5, 2]))
    x, i = a + em * .5, r.randint(-5, 5)
    while x < b - em * .5:
        sheet.ink.path([(x, y - em * .25), (x, y + em * .25)], 1)
        if r.random() < .7:
            sheet.put(x - em * .25, y + em * .35, str(i), round(em * .7), sheet.en)
        x, i = x + step, i + 1
    sheet.ink.polygon([(b + 8, y), (b - 2, y - 5), (b - 2, y + 5)], 255)
    sheet.slots.append((a, y - em * 1.4, (b - a) * .5, em, 'line'))
    sheet.y += int(em * 2.6)


def alone(sheet, count):
    """Isolated signs, numbers and short rules anywhere on the sheet."""
    r = sheet.rng
    for _ in range(count):
        x, y = r.randint(0, sheet.full_width - 60), r.randint(0, sheet.full_height - 40)
        size = round(sheet.em * r.uniform(.6, 1.25))
        kind = r.random()
        if kind < .75:
            face = r.choice([sheet.en, sheet.zh, sheet.store.face('latin', r)])
            text = known(face, r.choice(SIGNS) if r.random() < .75 else r.choice(MARKS))
            if text.strip():
                sheet.put(x, y, text, size, face)
        elif kind < .9:
            w = sheet.em * r.uniform(.4, 8)
            sheet.ink.rule(x, y, int(x + w), y, r.choice([1, 1, 2]), r.choice([255, 255, 170]))
            if w > sheet.em * 2:
                sheet.slots.append((x, y - sheet.em, w, sheet.em, 'line'))
        else:
            sheet.ink.rule(x, y, x, int(y + sheet.em * r.uniform(.5, 5)), r.choice([1, 1, 2]), r.choice([255, 255, 170]))
