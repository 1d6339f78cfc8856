"""Metrics by kind on held-out synthetic photographs, through erase.py as in production: with thresholds, tiles and widening of MODELS/eraser.json.

usage: measure_held.py PACK MODELS [SHEETS OF EACH KIND] [PROCESSES]
"""
import json, sys
from multiprocessing import get_context

import numpy as np
import torch

from camera import photographs
from erase import erase, sessions
from losses import judge, summary
from page import draw_page
from sheet import KINDS
from store import Store


def part(job):
    """Four photographs of each of four sheets of one kind."""
    pack, models, kind, number = job
    torch.set_num_threads(1)
    store, nets = Store(pack, 'held'), sessions(models, 1)
    sheets = torch.from_numpy(np.stack([draw_page(store, 10_000_000 + 1000 * KINDS.index(kind) + number * 4 + i, kind)[0] for i in range(4)]))
    sums = {}
    for round_ in range(4):
        b = photographs(sheets, 4, torch.Generator().manual_seed(99 + number * 4 + round_), kinds=torch.arange(4), print_only=.1)
        made = [erase(np.round(p.permute(1, 2, 0).numpy() * 255).astype(np.uint8), nets) for p in b['x']]
        out = torch.from_numpy(np.stack([m[0] for m in made])).permute(0, 3, 1, 2).float() / 255
        mask = torch.from_numpy(np.stack([m[1] for m in made]))[:, None].float()
        for key, value in judge(out, mask, b).items():
            sums[key] = sums.get(key, 0) + value.sum()
        sums['share'] = sums.get('share', 0) + sum(m[4] for m in made)
    return kind, sums


if __name__ == '__main__':
    pack, models = sys.argv[1:3]
    each, processes = (int(v) for v in (sys.argv[3:5] + ['16', '2'][len(sys.argv) - 3:]))
    table = {k: {} for k in KINDS}
    with get_context('spawn').Pool(processes) as pool:
        for kind, sums in pool.imap_unordered(part, [(pack, models, k, n) for n in range(each // 4) for k in KINDS]):
            for key, value in sums.items():
                table[kind][key] = table[kind].get(key, 0) + value
    rows = {k: dict(summary({n: torch.as_tensor(v) for n, v in t.items()}), fine_share=float(t['share']) / (each * 4)) for k, t in table.items()}
    rows['mean'] = {k: sum(r[k] for r in rows.values()) / len(KINDS) for k in rows['chinese']}
    print(f"{'':<12}" + ''.join(f'{k:>13}' for k in rows['mean']))
    for kind, row in rows.items():
        print(f'{kind:<12}' + ''.join(f'{v:>13.4f}' for v in row.values()))
    print(json.dumps(rows))
