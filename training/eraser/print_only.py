"""Print-only A4 pages (150 dpi) from held-out faces, half of them in Kai: NAME-FACE-scan.png (flat) and NAME-FACE-photo.png in turn.

usage: print_only.py PACK OUT [COUNT]
"""
import random, sys
from pathlib import Path

from PIL import Image

from page import draw_page
from sheet import KINDS
from store import Store
from whole import PAGE, page_photo, scan

if __name__ == '__main__':
    out, count = Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 100
    out.mkdir(parents=True, exist_ok=True)
    mixed, kai = Store(sys.argv[1], 'held'), Store(sys.argv[1], 'held')
    for role in ('ming', 'hei'):
        kai.faces[role] = kai.faces['kai']
    for i in range(count):
        face, how, seed = ('kai' if i % 4 < 2 else 'mixed'), ('scan' if i % 2 else 'photo'), 40_000_000 + i
        store = kai if face == 'kai' else mixed
        kind = 'chinese' if face == 'kai' and i % 8 < 6 else KINDS[i // 4 % len(KINDS)]
        if how == 'scan':
            layers = draw_page(store, seed, kind, PAGE)[0]
            picture = scan(layers[0].astype(float), layers[1].astype(float), random.Random(seed))
        else:
            picture = page_photo(store, seed, kind, print_only=True)[0]
        Image.fromarray(picture).save(out / f'page{i:03}-{face}-{how}.png')
