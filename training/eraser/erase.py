"""Reference for using the networks: the page at half size, then the whole page at full size, then the tiles where that would erase something.

The product also scales the page before and its answers after (src/engine/paper/writing/scale-page.ts, erase-plan.ts).

usage: erase.py MODELS OUT PICTURE...     (print 25 to 40 px high; needs numpy, Pillow, onnxruntime)
"""
import json, sys, time
from pathlib import Path

import numpy as np
import onnxruntime as ort
from PIL import Image


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
    nets = [ort.InferenceSession(str(Path(folder) / n), options, providers=['CPUExecutionProvider']) for n in ('eraser-view.onnx', 'eraser.onnx', 'eraser-fine.onnx')]
    return *nets, json.loads((Path(folder) / 'eraser.json').read_text())


def answer(picture, nets):
    """Returns the masks (3, H, W), the colour (H, W, 3) of a picture of bytes, the seconds of the first two networks and of the fine one, and the share of the page in fine tiles."""
    page, coarse, fine, settings = nets
    tile, margin, side = settings['fine_tile'], settings['fine_margin'], settings['view_multiple']
    h, w = picture.shape[:2]
    x = np.pad(picture, ((margin, margin + (-h - 2 * margin) % side), (margin, margin + (-w - 2 * margin) % side), (0, 0)), mode='edge').astype(np.float32).transpose(2, 0, 1)[None] / 255
    began = time.perf_counter()
    n, c, tall, wide = x.shape
    half = x.reshape(n, c, tall // 2, 2, wide // 2, 2).mean((3, 5))
    view = page.run(['masks'], dict(rgb=half))[0].repeat(2, 2).repeat(2, 3)
    masks, colour = coarse.run(None, dict(rgb=x, view=view))
    first = time.perf_counter() - began
    hand = masks[0, :2].max(0)
    at = [(y, z) for y in range(margin, x.shape[2] - margin, tile) for z in range(margin, x.shape[3] - margin, tile) if hand[y:y + tile, z:z + tile].max() > settings['fine_threshold']]
    began = time.perf_counter()
    guess = masks.copy()
    for y, z in at:
        bottom, right = min(y + tile + margin, tall), min(z + tile + margin, wide)
        s = np.s_[:, :, y - margin:bottom, z - margin:right]
        m, c = fine.run(None, dict(rgb=x[s], coarse=guess[s]))
        o = np.s_[:, :, y:bottom - margin, z:right - margin]
        masks[o], colour[o] = m[:, :, margin:bottom - y, margin:right - z], c[:, :, margin:bottom - y, margin:right - z]
    second = time.perf_counter() - began
    cut = np.s_[:, margin:margin + h, margin:margin + w]
    return masks[0][cut], colour[0][cut].transpose(1, 2, 0), first, second, len(at) * tile * tile / (h * w)


def erase(picture, nets):
    """Returns the picture (H, W, 3 bytes) without writing, the mask of replaced pixels, the seconds of the networks, and the share of the page in fine tiles."""
    masks, colour, first, second, share = answer(picture, nets)
    mask = grow((masks[:2].max(0) > nets[-1]['erase_thresholds']['standard']).astype(np.uint8), nets[-1]['widen_px'])
    return np.where(mask[..., None] > 0, np.round(colour * 255).astype(np.uint8), picture), mask, first, second, share


if __name__ == '__main__':
    nets, out = sessions(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[3:]:
        result, mask, first, second, share = erase(np.asarray(Image.open(name).convert('RGB')), nets)
        Image.fromarray(result).save(out / f'{Path(name).stem}.png')
        print(f'{Path(name).name}: coarse {first:.2f} s, fine {second:.2f} s on {share:.2f} of the page, mask {mask.mean():.3f}', flush=True)
