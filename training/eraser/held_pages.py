"""Generates filled-in A4 pages (150 dpi) with held-out fonts and handwriting: NAME-KIND.png, and its truth NAME-KIND.clean.png, NAME-KIND.mask.png.

usage: held_pages.py PACK OUT [COUNT] [--seed N] [--kinds KIND,...] [--worse]
Use other seeds for validation, so that the default pages stay a test set; --worse photographs every second page with a worse camera.
"""
import argparse
from pathlib import Path

from PIL import Image

from sheet import KINDS
from store import Store
from whole import page_photo

if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('pack')
    parser.add_argument('out', type=Path)
    parser.add_argument('count', type=int, nargs='?', default=50)
    parser.add_argument('--seed', type=int, default=30_000_000)
    parser.add_argument('--kinds', default=','.join(KINDS))
    parser.add_argument('--worse', action='store_true')
    a = parser.parse_args()
    store, kinds = Store(a.pack, 'held'), a.kinds.split(',')
    a.out.mkdir(parents=True, exist_ok=True)
    for i in range(a.count):
        kind = kinds[i % len(kinds)]
        for name, picture in zip(('', '.clean', '.mask'), page_photo(store, a.seed + i, kind, worse=a.worse and i % 2 == 1)):
            Image.fromarray(picture).save(a.out / f'page{i:03}-{kind}{name}.png', compress_level=1)
