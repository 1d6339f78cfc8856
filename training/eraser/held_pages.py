"""Filled-in A4 pages (150 dpi) from held-out faces and hands: NAME-KIND.png, and its truth NAME-KIND.clean.png, NAME-KIND.mask.png.

usage: held_pages.py PACK OUT [COUNT]
"""
import sys
from pathlib import Path

from PIL import Image

from sheet import KINDS
from store import Store
from whole import page_photo

if __name__ == '__main__':
    store, out, count = Store(sys.argv[1], 'held'), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 50
    out.mkdir(parents=True, exist_ok=True)
    for i in range(count):
        kind = KINDS[i % len(KINDS)]
        for name, picture in zip(('', '.clean', '.mask'), page_photo(store, 30_000_000 + i, kind)):
            Image.fromarray(picture).save(out / f'page{i:03}-{kind}{name}.png')
