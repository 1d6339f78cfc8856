"""Erases real photographs with the networks of a MEAN.pt, or of a folder of ONNX files, and measures the result inside marked rectangles.

usage: measure_photos.py MEAN.pt|FOLDER PHOTOS SCALES.json TOOL.py OUT [--thresholds .35,.5,.65] [--times 1,1.5] [--least .75]

PHOTOS holds the pictures and boxes.json; SCALES.json says by how much each is scaled for the networks, and --times by how much more; TOOL.py has
`measure(source, erased, boxes)`. "joined" is the mean of the logits of the first and the last of --times.
The photographs may be looked at and measured, never trained on: note every measure in LOG.md.
"""
import argparse, importlib.util, json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

import erase
from losses import grow
from network import coarse, fine, page_view
from train import answer

SIDE, MARGIN = 256, 32


def networks(path, device):
    if Path(path).is_dir():
        return erase.sessions(path)
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
    if isinstance(nets, dict):
        tall, wide = (-(-(v + 2 * MARGIN) // SIDE) * SIDE for v in (h, w))
        padded = F.pad(small, [MARGIN, wide - w - MARGIN, MARGIN, tall - h - MARGIN], mode='replicate')
        masks, colour = (t[..., MARGIN:MARGIN + h, MARGIN:MARGIN + w].float() for t in answer(nets, padded)[0]['both'])
    else:
        masks, colour, *_ = erase.answer((small[0].permute(1, 2, 0).numpy() * 255).round().astype(np.uint8), nets)
        masks, colour = torch.from_numpy(masks)[None], torch.from_numpy(colour).permute(2, 0, 1)[None]
    out = torch.cat([torch.logit(masks[:, :2].amax(1, keepdim=True).clamp(1e-5, 1 - 1e-5)), colour], 1)
    out = F.interpolate(out, size=size, mode='bilinear', align_corners=False) if scale != 1 else out
    return out.split([1, 3], 1)


def tool_of(path):
    spec = importlib.util.spec_from_file_location('tool', path)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


_nets = {}


def one(job):
    """All ways and thresholds for one photograph."""
    a, name, record, scale, device = job
    if a.networks not in _nets:
        _nets[a.networks] = networks(a.networks, device)
    if device.type == 'cpu':
        torch.set_num_threads(2)
    tool, source = tool_of(a.tool), cv2.imread(str(a.photos / f'{name}.jpg'))
    x = torch.from_numpy(source[..., ::-1].copy()).permute(2, 0, 1)[None].float().to(device) / 255
    times = [float(v) for v in a.times.split(',')]
    ways = {f'x{k:g}': infer(_nets[a.networks], x, scale * k) for k in times}
    if len(times) > 1:
        first, last = ways[f'x{times[0]:g}'], ways[f'x{times[-1]:g}']
        ways['joined'] = (first[0] + last[0]) / 2, first[1]
    rows = []
    for way, (logit, colour) in ways.items():
        for t in (float(v) for v in a.thresholds.split(',')):
            mask = grow((torch.sigmoid(logit) > t).float(), max(1, round(2 / scale)))
            made = ((mask * colour + (1 - mask) * x)[0].permute(1, 2, 0).cpu().numpy() * 255).round().astype(np.uint8)[..., ::-1].copy()
            m = tool.measure(source, made, record)
            rows.append((way, t, name, record.get('ink', ''), m['removed'], m['kept'], m['grade'], m['hand_each'], m['print_each']))
            if t == .5:
                cv2.imwrite(str(a.out / f'{name}-{way}.jpg'), made, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return rows


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('networks'); ap.add_argument('photos', type=Path); ap.add_argument('scales'); ap.add_argument('tool'); ap.add_argument('out', type=Path)
    ap.add_argument('--thresholds', default='.35,.5,.65'); ap.add_argument('--times', default='1,1.25,1.5')
    ap.add_argument('--least', type=float, default=.75); ap.add_argument('--largest', type=float, default=1.5)
    a = ap.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    whole = Path(a.networks).is_dir()
    device = torch.device('cuda' if torch.cuda.is_available() and not whole else 'cpu')
    boxes, scales = json.loads((a.photos / 'boxes.json').read_text()), json.loads(Path(a.scales).read_text())
    jobs = [(a, name, record, min(max(scales[name], a.least), a.largest), device) for name, record in boxes.items()]
    if whole:
        with ProcessPoolExecutor(8) as pool:
            found = list(pool.map(one, jobs))
    else:
        found = [one(j) for j in jobs]
    rows = {}
    for row in (r for rows_of_one in found for r in rows_of_one):
        rows.setdefault(row[:2], []).append(row[2:])
    for (way, t), each in rows.items():
        inks = sorted({f[1] for f in each})
        mean = lambda k, ink=None: float(np.mean([f[k] for f in each if ink in (None, f[1])]))
        print(f"{way:<8} {t:.2f} removed {mean(2):.3f} kept {mean(3):.4f} usable {sum(f[4] != 'poor' for f in each)} good {sum(f[4] == 'good' for f in each)}  "
              + '  '.join(f'{i} {mean(2, i):.3f} {mean(3, i):.4f}' for i in inks), flush=True)
    for (way, t), each in rows.items():
        if t == .5:
            print(way, ' '.join(f'{f[0]} {f[2]:.3f}/{f[3]:.4f}' for f in each), flush=True)
    (a.out / 'rows.json').write_text(json.dumps([(*k, *f) for k, v in rows.items() for f in v]))


if __name__ == '__main__':
    main()
