"""Photographs of whole held-out sheets: shared by the scripts that generate test pictures."""
import io

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

from camera import photographs
from chance import Chance, blur, round_kernel
from page import draw_page

PAGE = (1240, 1754)


def square(layers, side):
    """Centres layers (n, h, w) in an empty square."""
    out = np.zeros((len(layers), side, side), np.uint8)
    y, x = (side - layers.shape[1]) // 2, (side - layers.shape[2]) // 2
    out[:, y:y + layers.shape[1], x:x + layers.shape[2]] = layers
    return out


def worsen(x, clean, seed):
    """A camera unlike that of training: out of focus, other contrast, low resolution, another JPEG encoder. The truth gets all but noise and JPEG."""
    c = Chance(1, x.device, torch.Generator().manual_seed(seed))
    both, yes = torch.cat([x, clean], 1), lambda p: bool(c.yes(p))
    if yes(.6):
        both = blur(both, round_kernel(c, c.u(.6, 1.3), 9))
    if yes(.5):
        both = both.clamp(0, 1) ** c.u(.7, 1.5)
    if yes(.5):
        both = both * c.u(.55, 1.1) + c.u(0, .2)
    if yes(.4):
        whole = both.shape[-2:]
        both = F.interpolate(both, scale_factor=float(c.u(.5, .8)), mode='bilinear', antialias=True)
        both = F.interpolate(both, size=whole, mode='bicubic')
    x, clean = both.clamp(0, 1).split(3, 1)
    x = (x + c.n(*x.shape[1:]) * c.u(0, .02)).clamp(0, 1)
    file = io.BytesIO()
    Image.fromarray(np.round(x[0].permute(1, 2, 0).numpy() * 255).astype(np.uint8)).save(file, 'JPEG', quality=int(c.u(35, 90)))
    return torch.from_numpy(np.asarray(Image.open(file)).copy()).permute(2, 0, 1)[None].float() / 255, clean


def page_photo(store, seed, kind, print_only=False, size=PAGE, worse=False):
    """One photographed page: the photo, the same without writing, and the mask of writing (H×W×3, H×W×3, H×W)."""
    layers = draw_page(store, seed, kind, size)[0]
    side = -(-max(size) // 32) * 32
    pool = torch.from_numpy(square(layers, side))[None]
    photo = photographs(pool, 1, torch.Generator().manual_seed(seed), tile=side, kinds=torch.zeros(1, dtype=torch.long), print_only=float(print_only), whole=True)
    if worse:
        photo['x'], photo['clean'] = worsen(photo['x'], photo['clean'], seed)
    y, x = (side - size[1]) // 2, (side - size[0]) // 2
    cut = lambda t: t[0, :, y:y + size[1], x:x + size[0]].permute(1, 2, 0).numpy()
    tone = lambda t: np.round(cut(t) * 255).astype(np.uint8)
    return tone(photo['x']), tone(photo['clean']), (cut(torch.maximum(photo['student'], photo['teacher']))[..., 0] * 255).astype(np.uint8)


def scan(ink, tone, rng):
    """A print-only page as from a flatbed scanner: black on nearly white, a little soft."""
    paper = rng.uniform(.93, 1)
    page = paper * (1 - ink / 255 * rng.uniform(.8, 1)) * (1 - tone / 255 * rng.uniform(.3, .7))
    soft = (page + np.roll(page, 1, 0) + np.roll(page, 1, 1) + np.roll(page, (1, 1), (0, 1))) / 4
    page = page + (soft - page) * rng.uniform(0, .8) + np.random.default_rng(rng.getrandbits(32)).normal(0, rng.uniform(0, .01), page.shape)
    return np.repeat(np.round(page.clip(0, 1) * 255).astype(np.uint8)[..., None], 3, 2)
