"""Formulas typeset by matplotlib's mathtext and stored as small grey pictures."""
import random

import numpy as np

VARS = list('abcdefghkmnpqrstuvwxyzABCDPQRXYZ')
GREEK = [r'\alpha', r'\beta', r'\theta', r'\pi', r'\lambda', r'\mu', r'\Delta', r'\phi', r'\sigma', r'\omega']


def number(r):
    return r.choice([str(r.randint(0, 9)), str(r.randint(10, 99)), f'{r.randint(0, 99)}.{r.randint(0, 99)}', str(r.randint(100, 9999))])


def atom(r):
    return r.choice([number, number, lambda r: r.choice(VARS), lambda r: r.choice(VARS), lambda r: r.choice(GREEK) + ' '])(r)


def term(r, depth=0):
    if depth > 2:
        return atom(r)
    t = lambda: term(r, depth + 1)
    kind = r.randint(0, 15)
    if kind < 5:
        return atom(r)
    return {
        5: lambda: atom(r) + '^{' + atom(r) + '}', 6: lambda: atom(r) + '_{' + atom(r) + '}',
        7: lambda: r'\frac{' + expression(r, depth + 1) + '}{' + expression(r, depth + 1) + '}',
        8: lambda: r'\sqrt{' + expression(r, depth + 1) + '}', 9: lambda: r'\left(' + expression(r, depth + 1) + r'\right)^{' + atom(r) + '}',
        10: lambda: r.choice([r'\sin', r'\cos', r'\tan', r'\log', r'\ln']) + r'\,' + atom(r), 11: lambda: r'\frac{' + number(r) + '}{' + number(r) + '}',
        12: lambda: atom(r) + r.choice(VARS) + '^2', 13: lambda: r'\sqrt[3]{' + t() + '}',
        14: lambda: r'\left|' + t() + r'\right|', 15: lambda: r'\overline{' + atom(r) + '}',
    }[kind]()


def expression(r, depth=0):
    out = term(r, depth)
    for _ in range(r.choice([0, 1, 1, 2]) if depth else r.choice([0, 1, 1, 2, 3])):
        out += r.choice(['+', '-', '+', '-', r'\times', r'\div', r'\cdot', '']) + ' ' + term(r, depth + 1)
    return out


def formula(r):
    kind = r.random()
    if kind < .12:
        return r'\int_{' + atom(r) + '}^{' + atom(r) + '} ' + expression(r, 1) + r'\,dx'
    if kind < .2:
        return r'\sum_{k=' + number(r) + '}^{' + atom(r) + '} ' + term(r, 1)
    if kind < .28:
        a = [r.choice(['H', 'Na', 'Ca', 'Cl', 'Mg', 'Fe', 'Cu', 'O', 'CO', 'SO', 'NO', 'OH']) + r.choice(['', '_2', '_3', '_4', '^{2+}', '^-']) for _ in range(4)]
        return r'\mathrm{' + a[0] + ' + ' + a[1] + r' \rightarrow ' + a[2] + ' + ' + a[3] + '}'
    if kind < .34:
        return r'\lim_{' + r.choice(VARS) + r'\rightarrow ' + r.choice(['0 ', r'\infty ']) + '}' + term(r, 1)
    if kind < .44:
        return r'\angle ' + ''.join(r.sample('ABCDEFPQR', 3)) + '=' + number(r) + r'^\circ'
    if kind < .62:
        return number(r) + r.choice(['+', '-', r'\times', r'\div']) + number(r) + '='
    if kind < .85:
        return expression(r) + r.choice(['=', '=', r'\leq', r'\geq', '<', r'\neq', r'\approx']) + expression(r)
    return expression(r)


def draw(text, size):
    from matplotlib import mathtext
    from matplotlib.font_manager import FontProperties
    picture = mathtext.MathTextParser('agg').parse('$' + text + '$', 72, FontProperties(size=size))
    return np.asarray(picture.image)


def matrix(r, size):
    """mathtext has no matrices, so cells are placed on a grid between drawn brackets."""
    rows, cols = r.choice([(2, 2), (2, 1), (3, 3), (3, 1), (2, 3)])
    cells = [[draw(r.choice([atom(r), '-' + number(r), atom(r) + '^2', r'\frac{1}{' + number(r) + '}']), size) for _ in range(cols)] for _ in range(rows)]
    h = max(c.shape[0] for row in cells for c in row) + size // 3
    w = max(c.shape[1] for row in cells for c in row) + size // 2
    out = np.zeros((rows * h + size // 3, cols * w + size), np.uint8)
    for i, row in enumerate(cells):
        for j, c in enumerate(row):
            y, x = size // 6 + i * h + (h - c.shape[0]) // 2, size // 2 + j * w + (w - c.shape[1]) // 2
            out[y:y + c.shape[0], x:x + c.shape[1]] = c
    t, inset = max(2, size // 16), size // 5
    bars = r.random() < .3
    for left in (True, False):
        x = inset if left else out.shape[1] - inset - t
        out[2:-2, x:x + t] = 255
        if not bars:
            a, b = (x, x + size // 4) if left else (x + t - size // 4, x + t)
            out[2:2 + t, a:b] = 255
            out[-2 - t:-2, a:b] = 255
    return out


def render_formulas(sources, out, count=dict(train=1500, held=150)):
    import matplotlib
    from matplotlib import font_manager
    from pathlib import Path
    for p in Path(sources).rglob('*'):
        if p.name.startswith(('texgyretermes', 'texgyrepagella', 'texgyreschola', 'GentiumPlus')) and p.suffix in ('.otf', '.ttf'):
            font_manager.fontManager.addfont(str(p))
    sets = dict(train=['stix', 'dejavuserif', 'TeX Gyre Termes', 'TeX Gyre Pagella', 'TeX Gyre Schola', 'stix', 'TeX Gyre Termes'], held=['Gentium Plus', 'stixsans'])
    for split, names in sets.items():
        r = random.Random(split)
        pictures = []
        while len(pictures) < count[split]:
            name = r.choice(names)
            custom = ' ' in name
            matplotlib.rcParams.update({'mathtext.fontset': 'custom' if custom else name, 'mathtext.fallback': 'stix',
                                        **({'mathtext.rm': name, 'mathtext.it': f'{name}:italic', 'mathtext.bf': f'{name}:bold'} if custom else {})})
            size = 40
            try:
                picture = matrix(r, size) if r.random() < .06 else draw(formula(r), size)
            except ValueError:  # a random term that mathtext cannot parse, such as a double superscript
                continue
            if picture.shape[1] < 900 and picture.shape[0] < 320:
                pictures.append(picture)
        np.savez_compressed(out / f'formulas-{split}.npz', shapes=np.array([p.shape for p in pictures]), data=np.concatenate([p.ravel() for p in pictures]))
