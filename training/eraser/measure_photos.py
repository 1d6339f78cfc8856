"""Erases real photographs with the networks of a MEAN.pt and measures the result inside marked rectangles.

usage: measure_photos.py MEAN.pt PHOTOS SCALES.json TOOL.py OUT [--thresholds .35,.5,.65] [--join .6]

PHOTOS holds the pictures and boxes.json; SCALES.json says by how much each is scaled for the networks; TOOL.py has `measure(source, erased, boxes)`.
The photographs may be looked at and measured, never trained on: note every measure in LOG.md.
"""
import argparse, importlib.util, json, sys
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from losses import grow
from network import coarse, fine, page_view
from train import answer

SIDE, MARGIN = 256, 32


def networks(path, device):
    nets = dict(page=page_view(), coarse=coarse(), fine=fine())
    states = torch.load(path, map_location='cpu', weights_only=True)
    for name, net in nets.items():
        net.load_state_dict({k: v.to(net.state_dict()[k].dtype) for k, v in states[name].items()})
        net.to(device).eval()
    return nets


@torch.no_grad()
def infer(nets, x, scale):
    """Logits of writing and the colour without it, at the picture's own size."""
    size = x.shape[-2:]
    h, w = (max(32, round(v * scale)) for v in size)
    small = F.interpolate(x, size=(h, w), mode='bicubic', antialias=True, align_corners=False).clamp(0, 1) if scale != 1 else x
    tall, wide = (-(-(v + 2 * MARGIN) // SIDE) * SIDE for v in (h, w))
    padded = F.pad(small, [MARGIN, wide - w - MARGIN, MARGIN, tall - h - MARGIN], mode='replicate')
    results, _ = answer(nets, padded)
    out = {}
    for name, (masks, colour) in results.items():
        cut = torch.cat([torch.logit(masks[:, :2].amax(1, keepdim=True).float().clamp(1e-5, 1 - 1e-5)), colour.float()], 1)[..., MARGIN:MARGIN + h, MARGIN:MARGIN + w]
        cut = F.interpolate(cut, size=size, mode='bilinear', align_corners=False) if scale != 1 else cut
        out[name] = cut.split([1, 3], 1)
    return out


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('mean'); ap.add_argument('photos', type=Path); ap.add_argument('scales'); ap.add_argument('tool'); ap.add_argument('out', type=Path)
    ap.add_argument('--thresholds', default='.25,.35,.5,.65,.8'); ap.add_argument('--join', type=float, default=.6); ap.add_argument('--largest', type=float, default=1.5)
    a = ap.parse_args()
    spec = importlib.util.spec_from_file_location('tool', a.tool)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    nets, boxes, scales = networks(a.mean, device), json.loads((a.photos / 'boxes.json').read_text()), json.loads(Path(a.scales).read_text())
    thresholds, rows, shown = [float(v) for v in a.thresholds.split(',')], {}, []
    for name, record in boxes.items():
        source = cv2.imread(str(a.photos / f'{name}.jpg'))
        x = torch.from_numpy(source[..., ::-1].copy()).permute(2, 0, 1)[None].float().to(device) / 255
        scale = min(scales[name], a.largest)
        one, two = infer(nets, x, scale), infer(nets, x, scale * a.join)
        ways = {'coarse': one['coarse'], 'fine': one['both'], 'smaller': two['both'], 'joined': ((one['both'][0] + two['both'][0]) / 2, one['both'][1])}
        for way, (logit, colour) in ways.items():
            for t in thresholds:
                mask = grow((torch.sigmoid(logit) > t).float(), max(1, round(2 / scale)))
                made = ((mask * colour + (1 - mask) * x)[0].permute(1, 2, 0).cpu().numpy() * 255).round().astype(np.uint8)[..., ::-1].copy()
                m = tool.measure(source, made, record)
                rows.setdefault((way, t), []).append((name, record.get('ink', ''), m['removed'], m['kept'], m['grade']))
                if (way, t) == ('joined', .5) or (way, t) == ('fine', .5):
                    shown.append((name, way, made))
    for (way, t), found in rows.items():
        inks = sorted({f[1] for f in found})
        mean = lambda k, ink=None: float(np.mean([f[k] for f in found if ink in (None, f[1])]))
        print(f"{way:<8} {t:.2f} removed {mean(2):.3f} kept {mean(3):.4f} usable {sum(f[4] != 'poor' for f in found)} good {sum(f[4] == 'good' for f in found)}  "
              + '  '.join(f'{i} {mean(2, i):.3f} {mean(3, i):.4f}' for i in inks), flush=True)
    for (way, t), found in rows.items():
        if t == .5 and way in ('fine', 'joined'):
            print(way, ' '.join(f'{n} {removed:.3f}/{kept:.4f}' for n, _, removed, kept, _ in found), flush=True)
    a.out.mkdir(parents=True, exist_ok=True)
    for name, way, made in shown:
        cv2.imwrite(str(a.out / f'{name}-{way}.jpg'), made, [cv2.IMWRITE_JPEG_QUALITY, 85])


if __name__ == '__main__':
    main()
