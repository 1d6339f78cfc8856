"""Generates pages for training the two small networks, as layers (ink, tone, student, teacher, highlighter) 1052 px high.

usage: page_pool.py PACK OUT.npy COUNT [WORKERS]
"""
import sys
from multiprocessing import Pool

import numpy as np
from PIL import Image

from page import draw_page
from store import Store
from whole import PAGE

SIZE = (744, 1052)
FIRST = 70_000_000


def open_store(pack):
    global store
    store = Store(pack, 'train')


def small_page(i):
    layers = draw_page(store, FIRST + i, None, PAGE)[0]
    return np.stack([np.asarray(Image.fromarray(layer).resize(SIZE, Image.BOX)) for layer in layers])


if __name__ == '__main__':
    pack, out, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    workers = int(sys.argv[4]) if len(sys.argv) > 4 else 2
    pages = np.lib.format.open_memmap(out, 'w+', np.uint8, (count, 5, SIZE[1], SIZE[0]))
    with Pool(workers, open_store, (pack,)) as pool:
        for i, page in enumerate(pool.imap(small_page, range(count), chunksize=4)):
            pages[i] = page
    pages.flush()
