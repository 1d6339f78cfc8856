"""Ten held-out photographs before and after erasing, in one picture for a visual check.

usage: look.py PACK MODELS OUT.jpg [SEED]
"""
import sys

import numpy as np
import torch
from PIL import Image

from camera import photographs
from erase import erase, sessions
from page import draw_page
from sheet import KINDS
from store import Store

if __name__ == '__main__':
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    store, nets = Store(sys.argv[1], 'held'), sessions(sys.argv[2])
    sheets = torch.from_numpy(np.stack([draw_page(store, 20_000_000 + seed * 100 + i, KINDS[i % 5])[0] for i in range(10)]))
    photos = photographs(sheets, 10, torch.Generator().manual_seed(seed), kinds=torch.arange(10), print_only=0)['x']
    before = [np.round(p.permute(1, 2, 0).numpy() * 255).astype(np.uint8) for p in photos]
    after = [erase(p, nets)[0] for p in before]
    rows = [np.concatenate(r, 1) for r in (before[:5], after[:5], before[5:], after[5:])]
    Image.fromarray(np.concatenate(rows, 0)).save(sys.argv[3], quality=80)
