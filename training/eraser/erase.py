"""Reference for using the weights: the whole page through the coarse network, the tiles where writing meets print through the fine one.

usage: erase.py MODELS OUT PICTURE...     (print about 25 px high, as at 150 dpi; needs numpy, Pillow, onnxruntime)
"""
import sys, time
from pathlib import Path

import numpy as np
import onnxruntime as ort
from PIL import Image

THRESHOLD, WIDEN = .35, 2
TILE, MARGIN, MEET, REACH = 128, 32, .25, 4


def grow(mask, by):
    out = mask.copy()
    for axis in (0, 1):
        base = out.copy()
        for k in range(1, by + 1):
            for s in (k, -k):
                moved = np.roll(base, s, axis)
                edge = [slice(None)] * 2
                edge[axis] = slice(0, s) if s > 0 else slice(s, None)
                moved[tuple(edge)] = 0
                out = np.maximum(out, moved)
    return out


def sessions(folder, threads=2):
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    return [ort.InferenceSession(str(Path(folder) / n), options, providers=['CPUExecutionProvider']) for n in ('eraser.onnx', 'eraser-fine.onnx')]


def erase(picture, nets):
    """Picture (H, W, 3 bytes) without its writing, the mask of what was replaced, and the seconds each network took."""
    coarse, fine = nets
    h, w = picture.shape[:2]
    x = np.pad(picture, ((MARGIN, MARGIN + -h % TILE), (MARGIN, MARGIN + -w % TILE), (0, 0)), mode='edge').astype(np.float32).transpose(2, 0, 1)[None] / 255
    x = np.pad(x, ((0, 0), (0, 0), (0, -x.shape[2] % 32), (0, -x.shape[3] % 32)), mode='edge')
    began = time.perf_counter()
    masks, colour = coarse.run(None, dict(rgb=x))
    first = time.perf_counter() - began
    meets = grow(masks[0, :2].max(0), REACH) * grow(masks[0, 2], REACH)
    at = [(y, z) for y in range(MARGIN, x.shape[2] - TILE - MARGIN + 1, TILE) for z in range(MARGIN, x.shape[3] - TILE - MARGIN + 1, TILE)
          if meets[y:y + TILE, z:z + TILE].max() > MEET]
    began = time.perf_counter()
    guess = masks.copy()
    for y, z in at:
        s = np.s_[:, :, y - MARGIN:y + TILE + MARGIN, z - MARGIN:z + TILE + MARGIN]
        inner = np.s_[:, :, MARGIN:-MARGIN, MARGIN:-MARGIN]
        m, c = fine.run(None, dict(rgb=x[s], coarse=guess[s]))
        o = np.s_[:, :, y:y + TILE, z:z + TILE]
        masks[o], colour[o] = m[inner], c[inner]
    second = time.perf_counter() - began
    cut = np.s_[MARGIN:MARGIN + h, MARGIN:MARGIN + w]
    mask = grow((masks[0, :2].max(0) > THRESHOLD).astype(np.uint8), WIDEN)[cut]
    out = np.where(mask[..., None] > 0, np.round(colour[0].transpose(1, 2, 0)[cut] * 255).astype(np.uint8), picture)
    return out, mask, first, second, len(at) * TILE * TILE / (h * w)


if __name__ == '__main__':
    nets, out = sessions(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[3:]:
        result, mask, first, second, share = erase(np.asarray(Image.open(name).convert('RGB')), nets)
        Image.fromarray(result).save(out / f'{Path(name).stem}.png')
        print(f'{Path(name).name}: coarse {first:.2f} s, fine {second:.2f} s on {share:.2f} of the page, mask {mask.mean():.3f}', flush=True)
