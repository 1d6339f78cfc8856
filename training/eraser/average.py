"""Averages the weights of two trainings, one of which went on from the other, and measures the normalisations anew.

usage: average.py PACK A.pt B.pt SHARE OUT.pt     (SHARE of B; the files are those `train.py` saves as mean.pt)

A training on new kinds of pages forgets some of the old ones; the average keeps much of both and costs nothing at run time.
"""
import sys

import numpy as np
import torch

from camera import photographs
from network import coarse, enlarged, fine, halved, page_view
from page import draw_page
from store import Store
from train import crops

SHEETS, ROUNDS, BATCH, TILE, SEED = 48, 10, 8, 640, 91_000_000


def averaged(a, b, share):
    nets = dict(page=page_view(), coarse=coarse(), fine=fine())
    for name, net in nets.items():
        net.load_state_dict({k: (a[name][k].float() * (1 - share) + b[name][k].float() * share if v.is_floating_point() else v).to(v.dtype) for k, v in net.state_dict().items()})
    return nets


@torch.no_grad()
def normalise(nets, sheets, rounds=ROUNDS):
    """Mean and variance of each layer over photographs drawn for it: those of the two trainings do not fit the averaged weights."""
    for net in nets.values():
        for m in net.modules():
            if isinstance(m, torch.nn.BatchNorm2d):
                m.reset_running_stats()
                m.momentum = None
        net.train()
    g = torch.Generator(sheets.device).manual_seed(3)
    for _ in range(rounds):
        batch = photographs(sheets, BATCH, g, tile=TILE)
        view = enlarged(torch.sigmoid(nets['page'].raw(halved(batch['x']))[0]))
        guess = torch.sigmoid(nets['coarse'].raw(batch['x'], view)[0])
        part = crops(dict(batch, guess=guess), 384)
        nets['fine'].raw(part['x'], part['guess'])
    for net in nets.values():
        net.eval()


def main():
    pack, *files, share, out = sys.argv[1:]
    a, b = (torch.load(f, map_location='cpu', weights_only=True) for f in files)
    store = Store(pack, 'train')
    sheets = torch.from_numpy(np.stack([draw_page(store, SEED + i)[0] for i in range(SHEETS)]))
    nets = averaged(a, b, float(share))
    normalise(nets, sheets)
    torch.save({name: net.state_dict() for name, net in nets.items()}, out)


if __name__ == '__main__':
    main()
