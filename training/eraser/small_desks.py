"""Small photographs of pages on desks, three in five of them hard, to train the network that finds the page: an upright picture of 288×384,
and the share of each cell of 4×4 pixels that is page."""
import numpy as np
from PIL import Image, ImageDraw

import hard_desks
from desks import desk_photo

SCALE, SIZE, FINER = 1 / 3, (288, 384), 8


def open_pool(path):
    global pages
    pages = np.load(path, mmap_mode='r')


def small_desk(seed):
    layers = pages[seed % len(pages)]
    layers = np.stack([np.asarray(Image.fromarray(layer).resize((413, 585), Image.BOX)) for layer in layers])
    try:
        photo, corners = desk_photo(layers, seed, SCALE, hard=hard_desks if seed % 5 > 1 else None, inside=False)
    except ValueError:
        return None
    truth = Image.new('L', (SIZE[0] // 4 * FINER, SIZE[1] // 4 * FINER))
    if photo.width > photo.height:
        photo, corners = photo.transpose(Image.TRANSPOSE), [(y, x) for x, y in corners]
    stretch = truth.width / photo.width, truth.height / photo.height
    ImageDraw.Draw(truth).polygon([(x * stretch[0], y * stretch[1]) for x, y in corners], fill=255)
    return np.asarray(photo.resize(SIZE, Image.BICUBIC)), np.asarray(truth.resize((SIZE[0] // 4, SIZE[1] // 4), Image.BOX))
