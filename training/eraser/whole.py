"""Whole sheets of paper, held-out, as photographs: shared by the scripts that draw pictures for the measures."""
import numpy as np
import torch

from camera import photographs
from page import draw_page

PAGE = (1240, 1754)


def square(layers, side):
    """Layers (5, h, w) in the middle of an empty square."""
    out = np.zeros((len(layers), side, side), np.uint8)
    y, x = (side - layers.shape[1]) // 2, (side - layers.shape[2]) // 2
    out[:, y:y + layers.shape[1], x:x + layers.shape[2]] = layers
    return out


def page_photo(store, seed, kind, print_only=False, size=PAGE):
    """One photographed page: what the camera saw, the same without writing, and where there is writing (H×W×3, H×W×3, H×W)."""
    layers = draw_page(store, seed, kind, size)[0]
    side = -(-max(size) // 32) * 32
    pool = torch.from_numpy(square(layers, side))[None]
    made = photographs(pool, 1, torch.Generator().manual_seed(seed), tile=side, kinds=torch.zeros(1, dtype=torch.long), print_only=float(print_only), whole=True)
    y, x = (side - size[1]) // 2, (side - size[0]) // 2
    cut = lambda t: t[0, :, y:y + size[1], x:x + size[0]].permute(1, 2, 0).numpy()
    tone = lambda t: np.round(cut(t) * 255).astype(np.uint8)
    return tone(made['x']), tone(made['clean']), (cut(torch.maximum(made['student'], made['teacher']))[..., 0] * 255).astype(np.uint8)


def scan(ink, tone, rng):
    """Print-only page as a flat scanner gives it: black on nearly white, a little soft."""
    paper = rng.uniform(.93, 1)
    page = paper * (1 - ink / 255 * rng.uniform(.8, 1)) * (1 - tone / 255 * rng.uniform(.3, .7))
    soft = (page + np.roll(page, 1, 0) + np.roll(page, 1, 1) + np.roll(page, (1, 1), (0, 1))) / 4
    page = page + (soft - page) * rng.uniform(0, .8) + np.random.default_rng(rng.getrandbits(32)).normal(0, rng.uniform(0, .01), page.shape)
    return np.repeat(np.round(page.clip(0, 1) * 255).astype(np.uint8)[..., None], 3, 2)
