"""The network that sees which part of a photograph is the page: for every cell of 4×4 pixels, the share that is page.

usage: find_page.py POOL.npy --out OUT.onnx [--minutes M] [--workers N] [--resume STATE.pt] [--rate R] [--pause SECONDS]

Desks are drawn by processes of its own while it trains; the pictures stay on the accelerator where there is one.
"""
import argparse, itertools, json, math, threading, time
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from export import halve
from network import Body
from small_desks import SIZE, open_pool, small_desk

HELD, FIRST_HELD, FIRST = 256, 90_000_000, 80_000_000


class PageFinder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = Body(48, [24, 40, 64, 96], [1, 1, 2, 3], 1)

    def forward(self, x):
        return self.body(F.pixel_unshuffle(x - .5, 4))


class Answer(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, rgb):
        return torch.sigmoid(self.net(rgb))


def varied(pictures, pages, c):
    """Mirrored, lying, nearer, in other light."""
    at = pictures.device
    u = lambda low, high, *shape: torch.rand((len(pictures), *shape), generator=c, device=at) * (high - low) + low
    x, y = pictures.permute(0, 3, 1, 2).float() / 255, pages[:, None].float() / 255
    yes = lambda p: float(torch.rand((), generator=c, device=at)) < p
    if yes(.5):
        # nearer, but never beyond what was drawn
        zoom = torch.where(u(0, 1, 1) < .6, torch.ones((), device=at), u(.72, 1, 1))
        shift = u(-1, 1, 2) * (1 - zoom)
        theta = torch.zeros(len(x), 2, 3, device=at)
        theta[:, 0, 0], theta[:, 1, 1], theta[:, :, 2] = zoom[:, 0], zoom[:, 0], shift
        x = F.grid_sample(x, F.affine_grid(theta, x.shape, align_corners=False), padding_mode='border', align_corners=False)
        y = F.grid_sample(F.interpolate(y, scale_factor=4, mode='bilinear'), F.affine_grid(theta, x.shape, align_corners=False), padding_mode='border', align_corners=False)
        y = F.avg_pool2d(y, 4)
    for axis in (2, 3):
        if yes(.5):
            x, y = x.flip(axis), y.flip(axis)
    if yes(.5):
        x, y = x.transpose(2, 3), y.transpose(2, 3)
    x = x * u(.75, 1.3, 1, 1, 1) * u(.92, 1.08, 3, 1, 1) + torch.randn(x.shape, generator=c, device=at) * u(0, .02, 1, 1, 1)
    x = torch.where(u(0, 1, 1, 1, 1) < .15, x.mean(1, keepdim=True).expand_as(x), x)
    return x.clamp(0, 1), y


class Desks:
    """Pictures and what of them is page, more of them from moment to moment. Start it before the device is first used."""

    def __init__(self, path, workers):
        self.pool = get_context('fork').Pool(workers, open_pool, (path,))
        self.held = [d for d in self.pool.imap(small_desk, range(FIRST_HELD, FIRST_HELD + HELD), chunksize=4) if d]

    def attach(self, device, capacity):
        self.pictures = torch.zeros((capacity, SIZE[1], SIZE[0], 3), dtype=torch.uint8, device=device)
        self.pages = torch.zeros((capacity, SIZE[1] // 4, SIZE[0] // 4), dtype=torch.uint8, device=device)
        self.drawn, self.capacity = 0, capacity
        self.held = tuple(torch.from_numpy(np.stack(part)).to(device) for part in zip(*self.held))
        threading.Thread(target=self.feed, daemon=True).start()

    def feed(self):
        waiting, seeds = [], itertools.count(FIRST, 16)
        while True:
            while len(waiting) < 64:
                start = next(seeds)
                waiting.append(self.pool.map_async(small_desk, range(start, start + 16), chunksize=4))
            for picture, page in (d for d in waiting.pop(0).get() if d):
                at = self.drawn % self.capacity
                self.pictures[at].copy_(torch.from_numpy(picture.copy()))
                self.pages[at].copy_(torch.from_numpy(page.copy()))
                self.drawn += 1

    def some(self, count, c):
        at = torch.randint(min(self.drawn, self.capacity), (count,), generator=c, device=self.pictures.device)
        return self.pictures[at], self.pages[at]


def judge(net, pictures, pages):
    """Share of the page that is wrong, and how many pictures are wrong in more than a fiftieth of it."""
    net.eval()
    with torch.no_grad():
        p = torch.cat([torch.sigmoid(net(b.permute(0, 3, 1, 2).float() / 255)) for b in pictures.split(32)])[:, 0]
    net.train()
    y = pages.float() / 255
    off = (p - y).abs().sum((1, 2)) / y.sum((1, 2))
    return float(off.mean()), int((off > .04).sum())


def export(net, path):
    answer = Answer(net).cpu().eval()
    torch.onnx.export(answer, torch.rand(1, 3, 384, 288), str(path), input_names=['rgb'], output_names=['page'], dynamic_axes=dict(rgb={2: 'h', 3: 'w'}, page={2: 'h', 3: 'w'}), opset_version=17, dynamo=False)
    halve(path)
    import onnxruntime as ort
    x = torch.rand(1, 3, 288, 384)
    theirs = ort.InferenceSession(str(path), providers=['CPUExecutionProvider']).run(None, dict(rgb=x.numpy()))[0]
    with torch.no_grad():
        print(f'{path.name}: {path.stat().st_size / 1e6:.2f} MB, differs from PyTorch by at most {np.abs(theirs - answer(x).numpy()).max():.4f}', flush=True)


if __name__ == '__main__':
    args = argparse.ArgumentParser()
    args.add_argument('pool')
    args.add_argument('--out', required=True)
    args.add_argument('--minutes', type=float, default=10)
    args.add_argument('--workers', type=int, default=2)
    args.add_argument('--capacity', type=int, default=2000)
    args.add_argument('--batch', type=int, default=24)
    args.add_argument('--resume')
    args.add_argument('--rate', type=float, default=3e-3)
    args.add_argument('--pause', type=float, default=0, help='seconds between steps left to others on the same accelerator')
    args = args.parse_args()
    desks = Desks(args.pool, args.workers)
    torch.manual_seed(1)
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    if device.type == 'cpu':
        torch.set_num_threads(1)
    desks.attach(device, args.capacity)
    c = torch.Generator(device).manual_seed(7 if args.resume else 1)
    net = PageFinder().to(device)
    if args.resume:
        net.load_state_dict(torch.load(args.resume, weights_only=True))
    mean = {k: v.clone() for k, v in net.state_dict().items()}
    adam = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=1e-3)
    while desks.drawn < min(500, args.capacity):
        time.sleep(.2)
    began, step, told = time.time(), 0, time.time()
    while True:
        done = (time.time() - began) / 60 / args.minutes
        if done >= 1:
            break
        for group in adam.param_groups:
            group['lr'] = args.rate * min(1, (step + 1) / 50) * (.01 + .99 * .5 * (1 + math.cos(math.pi * done)))
        x, y = varied(*desks.some(args.batch, c), c)
        with torch.autocast(device.type, torch.bfloat16):
            out = net(x).float()
        p = torch.sigmoid(out)
        loss = F.binary_cross_entropy_with_logits(out, y) + ((p - y).abs().sum((1, 2, 3)) / y.sum((1, 2, 3)).clamp(min=100)).mean()
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1)
        adam.step()
        step += 1
        keep = min(.998, step / (step + 10))
        for k, v in net.state_dict().items():
            mean[k] = mean[k] * keep + v * (1 - keep) if v.dtype.is_floating_point else v.clone()
        if time.time() - told > 90:
            told = time.time()
            still = PageFinder().to(device)
            still.load_state_dict(mean)
            off, wrong = judge(still, *desks.held)
            print(json.dumps(dict(step=step, minutes=round((told - began) / 60, 1), loss=round(loss.item(), 4), off=round(off, 4), wrong=wrong, drawn=desks.drawn)), flush=True)
            torch.save(mean, Path(args.out).with_suffix('.pt'))
        time.sleep(args.pause)
    net.load_state_dict(mean)
    torch.save(mean, Path(args.out).with_suffix('.pt'))
    print('held', *judge(net, *desks.held), 'desks', desks.drawn, 'steps', step)
    export(net, Path(args.out))
    desks.pool.terminate()
