"""Fits the weights that classify connected parts as print or writing, from the rows of bench/eraser/part-rows.ts, and writes them to MODELS/eraser.json.

usage: fit_parts.py ROWS.csv MODELS [SHARE]     (SHARE of the writing on these pages that may remain, to preserve print; 0.004)

A logistic regression whose weights are restricted to the sign that makes sense, so that they also hold for pages unlike the synthetic ones.
The weight of `company` comes from pages without writing: a part without company needs LONE times the highest score of any part there.
"""
import json, sys
from pathlib import Path

import numpy as np

SIGNS = dict(fine=1, coarse=1, ink=1)
PRINT_COSTS, LONE, DECAY, STEPS = 4, 2, 1e-3, 4000


def read(path):
    lines = Path(path).read_text().splitlines()
    names, rows = lines[0].split(','), np.array([line.split(',') for line in lines[1:]], float)
    rows = {name: rows[:, i] for i, name in enumerate(names)}
    page = rows['page'].astype(int)
    return rows, np.bincount(page, rows['written'])[page] == 0


def fit(rows, train):
    """Bias and weights of the features in SIGNS, in their own units."""
    x = np.stack([rows[name] for name in SIGNS], 1)
    sign = np.array(list(SIGNS.values()))
    middle, spread = x[train].mean(0), x[train].std(0) + 1e-6
    z, hand, ink = ((x - middle) / spread * sign)[train], rows['written'][train], rows['printed'][train]
    y = (hand > ink).astype(float)
    weight = np.where(y > 0, np.sqrt(hand), PRINT_COSTS * np.sqrt(ink))
    weight /= weight.sum()
    w, b, speed = np.zeros(z.shape[1]), 0.0, 1.0
    for _ in range(STEPS):
        wrong = (1 / (1 + np.exp(-(z @ w + b))) - y) * weight
        w = np.maximum(w - speed * (z.T @ wrong + DECAY * w), 0)
        b -= speed * wrong.sum()
    w = w * sign / spread
    return b - float(w @ middle), dict(zip(SIGNS, w))


def score(rows, bias, weights):
    return bias + sum(rows[name] * w for name, w in weights.items())


def bound(rows, points, share):
    """The highest threshold with at most `share` of the writing below it."""
    order = np.argsort(points)
    written = np.cumsum(rows['written'][order]) / max(rows['written'].sum(), 1)
    return float(points[order][min(np.searchsorted(written, share), len(order) - 1)])


if __name__ == '__main__':
    every, blank = read(sys.argv[1])
    rows, models = {name: column[~blank] for name, column in every.items()}, Path(sys.argv[2]) / 'eraser.json'
    share = float(sys.argv[3]) if len(sys.argv) > 3 else .004
    pages = len(np.unique(rows['page']))
    # cross-validation: each page is scored with weights fitted on other pages
    points = np.zeros(len(rows['page']))
    for fold in range(5):
        test = rows['page'] % 5 == fold
        points[test] = score(rows, *fit(rows, ~test))[test]
    for name, by in (('fine alone', rows['fine']), ('all', points)):
        results = [f'{s}: {rows["printed"][by >= bound(rows, by, s)].sum() / pages:.1f}' for s in (0, .002, .005, .01, .02, .05)]
        print(f'{name}: print lost a page {rows["printed"].sum() / pages:.1f}; where so much of the writing may stay:', ', '.join(results))
    bias, weights = fit(rows, np.ones(len(points), bool))
    bias -= bound(rows, score(rows, bias, weights), share)
    points = score(every, bias, weights)
    most = float(points[blank].max(initial=0))
    lone = float(np.ceil(LONE * most))
    remaining = rows['written'][score(rows, bias, weights) + lone * (rows['company'] - 1) <= 0].sum() / rows['written'].sum()
    print(f'where nobody wrote the highest score is {most:.2f}; without company a part needs {lone:.0f}, with which {remaining:.4f} of the writing stays')
    bias, weights['company'] = bias - lone, lone
    settings = json.loads(models.read_text())
    settings['part_weights'] = {name: round(float(value), 4) for name, value in dict(bias=bias, **weights).items()}
    models.write_text(json.dumps(settings, indent=2) + '\n')
    print(settings['part_weights'])
