"""Trains the network that detects which way up a page is: by how many quarter turns it is rotated clockwise, from pieces of its print and writing.

usage: turn_page.py POOL.npy --out OUT.onnx [--minutes M] [--workers N] [--resume STATE.pt]
"""
import argparse, json, math, time
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from export import halve
from network import Block, conv, local_paper

HELD, SIDE, BATCH = 12, 160, 64
RATE = 3e-3


class Turner(nn.Module):
    """Every cell of 16×16 pixels votes for an orientation, weighted by its confidence; the page's orientation is their weighted mean."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(conv(1, 16, 2, 5), conv(16, 32, 2), Block(32), conv(32, 64, 2), Block(64), conv(64, 64, 2))
        self.head = nn.Conv2d(64, 5, 1)

    def forward(self, grey):
        paper = F.interpolate(local_paper(grey), scale_factor=4.0, mode='nearest')
        out = self.head(self.body(((paper - grey) / paper).clamp(0, 1)))
        votes, confidence = out[:, :4], F.softplus(out[:, 4:] - 2)
        return (votes * confidence).sum((2, 3)) / (confidence.sum((2, 3)) + 1)


class Answer(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, grey):
        return torch.softmax(self.net(grey), 1)


def kernels(sigma):
    line = torch.arange(-2, 3).float()
    k = torch.exp(-.5 * (line[:, None] ** 2 + line ** 2) / sigma[:, None, None] ** 2)
    return (k / k.sum((1, 2), keepdim=True))[:, None]


def pieces(pages, count, c):
    """Pieces of pages, upright within a few degrees: print, writing or both, in any light."""
    u = lambda low, high, *shape: torch.rand((count, *shape), generator=c) * (high - low) + low
    page = torch.randint(len(pages), (count,), generator=c)
    reach = (u(0, 1) * (math.log(190) - math.log(110)) + math.log(110)).exp()
    height, width = pages.shape[2:]
    cut = torch.empty(count, 5, SIDE, SIDE)
    angle, shear = torch.randn(count, generator=c) * .03, torch.randn(count, generator=c) * .03
    for i in range(count):
        r = float(reach[i])
        half = int(r / 2 * 1.15) + 2
        best = -1
        for _ in range(5):  # takes the piece with the most ink: nothing can be learned from white paper
            x, y = (int(torch.randint(half, side - half, (), generator=c)) for side in (width, height))
            candidate = pages[int(page[i]), :, y - half:y + half, x - half:x + half]
            ink = float((candidate[0, ::2, ::2] > 60).mean() + (candidate[2, ::2, ::2] > 60).mean())
            if ink > best:
                best, window = ink, candidate
        window = torch.from_numpy(window.astype(np.float32))
        share = r / (2 * half)
        theta = torch.tensor([[[share * math.cos(angle[i]), -share * math.sin(angle[i] + shear[i]), 0], [share * math.sin(angle[i]), share * math.cos(angle[i] + shear[i]), 0]]])
        cut[i] = F.grid_sample(window[None], F.affine_grid(theta, (1, 5, SIDE, SIDE), align_corners=False), align_corners=False, padding_mode='border')[0] / 255
    kind = u(0, 1, 1, 1, 1)
    ink, tone, student, teacher, glow = (cut[:, i:i + 1] for i in range(5))
    printed = (kind > .15).float()
    written = ((kind < .6) | (u(0, 1, 1, 1, 1) < .2)).float()
    grey = (1 - ink * printed * u(.5, .95, 1, 1, 1)) * (1 - tone * printed * u(.2, .6, 1, 1, 1))
    grey = grey * (1 - student * written * u(.35, .9, 1, 1, 1)) * (1 - teacher * written * u(.2, .7, 1, 1, 1)) * (1 - glow * written * .1)
    line = torch.linspace(-1, 1, SIDE)
    grey = grey * u(.4, 1, 1, 1, 1) * (1 + u(-.25, .25, 1, 1, 1) * line[:, None] + u(-.25, .25, 1, 1, 1) * line)
    grey = F.conv2d(F.pad(grey.transpose(0, 1), [2] * 4, mode='replicate'), kernels(u(.2, .8)), groups=count).transpose(0, 1)
    return (grey + torch.randn(grey.shape, generator=c) * u(0, .03, 1, 1, 1)).clamp(0, 1)


def turned(grey, quarters):
    """Each piece rotated clockwise by its number of quarter turns."""
    return torch.stack([torch.rot90(g, -int(k), (1, 2)) for g, k in zip(grey, quarters)])


def open_pool(path):
    global pages
    torch.set_num_threads(1)
    pages = np.load(path, mmap_mode='r')[:-HELD]


def batch(step):
    """The pieces of one training step, and the quarter turns of each."""
    c = torch.Generator().manual_seed(1000 + step)
    # each piece appears twice, the second time upside down: only the difference between the two can be learned
    grey = pieces(pages, BATCH // 2, c).repeat(2, 1, 1, 1)
    quarters = torch.randint(4, (BATCH // 2,), generator=c)
    quarters = torch.cat([quarters, (quarters + 2) % 4])
    return (turned(grey, quarters) * 255).round().to(torch.uint8).numpy(), quarters.numpy()


def export(net, path):
    answer = Answer(net).cpu().eval()
    torch.onnx.export(answer, torch.rand(1, 1, 256, 192), str(path), input_names=['grey'], output_names=['turned'], dynamic_axes=dict(grey={2: 'h', 3: 'w'}), opset_version=17, dynamo=False)
    halve(path)
    import onnxruntime as ort
    x = torch.rand(1, 1, 192, 256)
    theirs = ort.InferenceSession(str(path), providers=['CPUExecutionProvider']).run(None, dict(grey=x.numpy()))[0]
    with torch.no_grad():
        print(f'{path.name}: {path.stat().st_size / 1e6:.2f} MB, differs from PyTorch by at most {np.abs(theirs - answer(x).numpy()).max():.4f}', flush=True)


if __name__ == '__main__':
    args = argparse.ArgumentParser()
    args.add_argument('pool')
    args.add_argument('--out', required=True)
    args.add_argument('--minutes', type=float, default=10)
    args.add_argument('--workers', type=int, default=1)
    args.add_argument('--resume')
    args = args.parse_args()
    # the processes must be forked before the device is first used
    workers = get_context('fork').Pool(args.workers, open_pool, (args.pool,))
    ahead = [workers.apply_async(batch, (i,)) for i in range(4 * args.workers)]
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    torch.manual_seed(2)
    if device.type == 'cpu':
        torch.set_num_threads(1)
    quarters = torch.arange(256) % 4
    held = turned(pieces(np.load(args.pool, mmap_mode='r')[-HELD:], 256, torch.Generator().manual_seed(9)), quarters).to(device)
    quarters = quarters.to(device)
    net = Turner().to(device)
    if args.resume:
        net.load_state_dict(torch.load(args.resume, weights_only=True))
    mean = {k: v.clone() for k, v in net.state_dict().items()}
    adam = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    began, step, reported = time.time(), 0, time.time()
    while True:
        done = (time.time() - began) / 60 / args.minutes
        if done >= 1:
            break
        for group in adam.param_groups:
            group['lr'] = RATE * min(1, (step + 1) / 30) * (.02 + .98 * .5 * (1 + math.cos(math.pi * done)))
        grey, truth = (torch.from_numpy(part).to(device) for part in ahead.pop(0).get())
        ahead.append(workers.apply_async(batch, (step + 4 * args.workers,)))
        with torch.autocast(device.type, torch.bfloat16):
            out = net(grey.float() / 255)
        loss = F.cross_entropy(out.float(), truth)
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1)
        adam.step()
        step += 1
        keep = min(.99, step / (step + 10))
        for k, v in net.state_dict().items():
            mean[k] = mean[k] * keep + v * (1 - keep) if v.dtype.is_floating_point else v.clone()
        if time.time() - reported > 90:
            reported = time.time()
            averaged = Turner().to(device)
            averaged.load_state_dict(mean)
            with torch.no_grad():
                right = float((averaged.eval()(held).argmax(1) == quarters).float().mean())
            print(json.dumps(dict(step=step, minutes=round((reported - began) / 60, 1), loss=round(loss.item(), 4), right=round(right, 4))), flush=True)
            torch.save(mean, Path(args.out).with_suffix('.pt'))
    net.load_state_dict(mean)
    torch.save(mean, Path(args.out).with_suffix('.pt'))
    with torch.no_grad():
        print('steps', step, 'right', float((net.eval()(held).argmax(1) == quarters).float().mean()), flush=True)
    export(net, Path(args.out))
    workers.terminate()
