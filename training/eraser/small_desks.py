"""Small photographs over desks for the network that sees where the page is: pictures (N, 256, 192, 3), all upright, and how much of each
cell of 4×4 pixels is page (N, 64, 48).

usage: small_desks.py POOL.npy OUT.npz COUNT [FIRST_SEED [WORKERS]]
"""
import sys
from multiprocessing import Pool

import numpy as np
from PIL import Image, ImageDraw

from desks import desk_photo

SCALE, SIZE, FINER = 1 / 3, (192, 256), 8


def open_pool(path):
    global pages
    pages = np.load(path, mmap_mode='r')


def small_desk(seed):
    layers = pages[seed % len(pages)]
    layers = np.stack([np.asarray(Image.fromarray(layer).resize((413, 585), Image.BOX)) for layer in layers])
    try:
        photo, corners = desk_photo(layers, seed, SCALE)
    except ValueError:
        return None
    truth = Image.new('L', (SIZE[0] // 4 * FINER, SIZE[1] // 4 * FINER))
    if photo.width > photo.height:
        photo, corners = photo.transpose(Image.TRANSPOSE), [(y, x) for x, y in corners]
    stretch = truth.width / photo.width, truth.height / photo.height
    ImageDraw.Draw(truth).polygon([(x * stretch[0], y * stretch[1]) for x, y in corners], fill=255)
    return np.asarray(photo.resize(SIZE, Image.BICUBIC)), np.asarray(truth.resize((SIZE[0] // 4, SIZE[1] // 4), Image.BOX))


if __name__ == '__main__':
    path, out, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 80_000_000
    with Pool(int(sys.argv[5]) if len(sys.argv) > 5 else 2, open_pool, (path,)) as pool:
        made = [desk for desk in pool.imap(small_desk, range(first, first + count), chunksize=8) if desk]
    np.savez(out, pictures=np.stack([p for p, _ in made]), pages=np.stack([m for _, m in made]))
