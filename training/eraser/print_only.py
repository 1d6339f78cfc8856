"""Generates print-only A4 pages (150 dpi) with held-out fonts, half of them in Kai: alternately NAME-FACE-scan.png (flat) and NAME-FACE-photo.png.

usage: print_only.py PACK OUT [COUNT] [--seed N] [--worse]
Use other seeds for validation, so that the default pages stay a test set; --worse takes every second photograph with a worse camera.
"""
import argparse, random
from pathlib import Path

from PIL import Image

from page import draw_page
from sheet import KINDS
from store import Store
from whole import PAGE, page_photo, scan

if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('pack')
    parser.add_argument('out', type=Path)
    parser.add_argument('count', type=int, nargs='?', default=100)
    parser.add_argument('--seed', type=int, default=40_000_000)
    parser.add_argument('--worse', action='store_true')
    a = parser.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    mixed, kai = Store(a.pack, 'held'), Store(a.pack, 'held')
    for role in ('ming', 'hei'):
        kai.faces[role] = kai.faces['kai']
    for i in range(a.count):
        face, how, seed = ('kai' if i % 4 < 2 else 'mixed'), ('scan' if i % 2 else 'photo'), a.seed + i
        store = kai if face == 'kai' else mixed
        kind = 'chinese' if face == 'kai' and i % 8 < 6 else KINDS[i // 4 % len(KINDS)]
        if how == 'scan':
            layers = draw_page(store, seed, kind, PAGE)[0]
            picture = scan(layers[0].astype(float), layers[1].astype(float), random.Random(seed))
        else:
            picture = page_photo(store, seed, kind, print_only=True, worse=a.worse and i % 4 == 2)[0]
        Image.fromarray(picture).save(a.out / f'page{i:03}-{face}-{how}.png', compress_level=1)
