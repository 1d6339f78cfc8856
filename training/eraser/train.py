"""Trains the three networks together on synthetic sheets that are generated while it runs.

usage: train.py PACK OUT [--resume FOLDER] [--limit SECONDS] [--total SECONDS] [--batch N] ...

Stops after --limit seconds; the learning rate decays over --total seconds of training, counted over all runs. The state is
saved every minute as weights.pt, mean.pt and adam.pt (each small enough to copy around); --resume continues from there.
"""
import argparse, json, math, os, time
from pathlib import Path

import torch

from camera import INKS, photographs
from losses import grow, loss, scores, summary
from network import HALF, coarse, enlarged, fine, halved, page_view, widened
from renderer import Pool, held_sheets
from sheet import KINDS

FINE_TILE, FINE_FROM = 256, .25


def crops(batch, size):
    """One square of each picture for the fine network: where there is writing, preferably across print, or where the coarse network takes print for writing."""
    hand = torch.maximum(batch['student'], batch['teacher'])
    wrong = batch['guess'][:, :2].amax(1, keepdim=True) * batch['print'] * (1 - hand)
    interest = grow(hand, 2) * batch['print'] + .2 * hand + 3 * wrong
    pooled = torch.nn.functional.avg_pool2d(interest, 32)
    density = torch.nn.functional.avg_pool2d(pooled, size // 32, 1)
    density = density + torch.rand_like(density) * (density.amax((1, 2, 3), keepdim=True) * .6 + .01)
    n = density.shape[-1]
    at = density.flatten(1).argmax(1)
    across = torch.arange(size, device=at.device)
    rows, columns = (at // n * 32)[:, None] + across, (at % n * 32)[:, None] + across
    which = torch.arange(len(at), device=at.device)[:, None, None, None]
    cut = lambda t: t[which, torch.arange(t.shape[1], device=at.device)[:, None, None], rows[:, None, :, None], columns[:, None, None, :]]
    return {k: cut(v) for k, v in batch.items() if v.dim() == 4}


def framed(batch, generator):
    """Repeats some pictures' rims outwards, as the product does around a photograph whose writing its edge cuts through."""
    count, _, side, _ = batch['x'].shape
    device = batch['x'].device
    rand = lambda *shape: torch.rand(shape, device=device, generator=generator)
    ends = (rand(4, count) * 150 * (rand(4, count) < .12)).long()
    line = torch.arange(side, device=device)
    rows = torch.minimum(torch.maximum(line, ends[0, :, None]), side - 1 - ends[1, :, None])
    columns = torch.minimum(torch.maximum(line, ends[2, :, None]), side - 1 - ends[3, :, None])
    which = torch.arange(count, device=device)[:, None, None, None]
    moved = lambda t: t[which, torch.arange(t.shape[1], device=device)[:, None, None], rows[:, None, :, None], columns[:, None, None, :]]
    return {k: moved(v) if v.dim() == 4 else v for k, v in batch.items()}


class Trainee:
    """A network, the running mean of its weights, and its optimiser."""

    def __init__(self, net, rate, device):
        self.net, self.rate = net.to(device, memory_format=torch.channels_last), rate
        self.mean = {k: v.detach().clone().float() for k, v in net.state_dict().items()}
        self.adam = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=.01, betas=(.9, .98), **(dict(fused=True) if device.type == 'cuda' else {}))
        self.count = 0

    def step(self, value, share):
        warm, count = min(1, (self.count + 1) / 300), self.count
        self.count += 1
        for g in self.adam.param_groups:
            g['lr'] = self.rate * warm * (.005 + .995 * .5 * (1 + math.cos(min(share, 1.) * math.pi)))
        self.adam.zero_grad(set_to_none=True)
        value.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.adam.step()
        keep = min(.999, (1 + count) / (10 + count))
        state = self.net.state_dict()
        floats = [k for k in self.mean if state[k].is_floating_point()]
        torch._foreach_lerp_([self.mean[k] for k in floats], [state[k].float() for k in floats], 1 - keep)

    def averaged(self, make):
        net = make()
        net.load_state_dict({k: v.to(net.state_dict()[k].dtype) for k, v in self.mean.items()})
        return net.to(next(self.net.parameters()).device).eval()


def created(make, name, start):
    """A new network, or one that goes on from an earlier state. Where that has no page network, it starts from the coarse one, its further level almost silent."""
    net = make()
    if start:
        states = torch.load(start, map_location='cpu', weights_only=True)
        net.load_state_dict(widened(net, states.get(name, states['coarse'])))
        if name not in states:
            torch.nn.init.constant_(net.body.up[-1][1].weight, .1)
    return net


def half_size(batch):
    """The batch as the page network sees it: masks hold a pixel if any of its pixels does."""
    return {k: (halved(v) if k in ('x', 'clean') else torch.nn.functional.max_pool2d(v, HALF)) for k, v in batch.items() if v.dim() == 4}


@torch.no_grad()
def answer(nets, x):
    """Masks and colour of a picture: the page network, the coarse one, and the fine one in tiles where that would erase."""
    with torch.autocast(x.device.type, torch.bfloat16, enabled=x.device.type == 'cuda'):
        view = enlarged(nets['page'](halved(x))[0])
        masks, colour = nets['coarse'](x, view)
        masks2, colour2 = nets['fine'](x, masks)
    hand = torch.nn.functional.max_pool2d(torch.maximum(masks[:, :1], masks[:, 1:2]), FINE_TILE)
    tile = torch.nn.functional.interpolate(hand, scale_factor=FINE_TILE) > FINE_FROM
    return dict(page=(view, colour), coarse=(masks, colour), both=(torch.where(tile, masks2, masks), torch.where(tile, colour2, colour))), tile


def save(out, trainees, clock):
    out = Path(out)
    parts = dict(weights={n: t.net.state_dict() for n, t in trainees.items()}, mean={n: t.mean for n, t in trainees.items()},
                 adam={n: {i: {k: (v.bfloat16() if torch.is_tensor(v) and v.dim() else v) for k, v in s.items()} for i, s in t.adam.state_dict()['state'].items()} for n, t in trainees.items()})
    for name, part in parts.items():
        torch.save(part, out / f'{name}.tmp')
        os.replace(out / f'{name}.tmp', out / f'{name}.pt')
    (out / 'clock.json').write_text(json.dumps(dict(clock, counts={n: t.count for n, t in trainees.items()})))


def resume(folder, trainees, device):
    read = lambda name: torch.load(Path(folder) / f'{name}.pt', map_location=device, weights_only=True)
    mean, adam, counts = read('mean'), read('adam'), json.loads((Path(folder) / 'clock.json').read_text()).get('counts', {})
    weights = read('weights') if (Path(folder) / 'weights.pt').exists() else mean
    for name, t in trainees.items():
        if name not in weights:
            continue
        t.net.load_state_dict({k: v.to(t.net.state_dict()[k].dtype) for k, v in weights[name].items()})
        t.mean = {k: v.float() for k, v in mean[name].items()}
        state = t.adam.state_dict()
        state['state'] = {int(i): {k: (v.float() if torch.is_tensor(v) else v) for k, v in s.items()} for i, s in adam[name].items()}
        for s in state['state'].values():  # a state reduced for copying may lack its momentum
            s.setdefault('exp_avg', torch.zeros_like(s['exp_avg_sq']))
        t.adam.load_state_dict(state)
        t.count = counts.get(name, 0)


@torch.no_grad()
def examine(nets, sheets, each, device, tile, rounds=1, threshold=.5, widen=0, ways=('page', 'coarse', 'both')):
    """Evaluates the networks on the held-out sheets by kind and by ink; as in production, the fine one decides in tiles where the coarse one would erase."""
    sums, table = {}, {}

    def count(row, name, result):
        for key, v in result.items():
            sums.setdefault(row, {}).setdefault(name, {}).setdefault(key, []).append(v)

    for k, kind in enumerate(KINDS):
        g = torch.Generator(device).manual_seed(99 + k)
        index = torch.arange(k * each, (k + 1) * each, device=device)
        for part in range(rounds):
            for number, ink in enumerate(INKS):
                b = photographs(sheets, each, g, tile=tile, kinds=index, print_only=0, scales=(.7, 1.3), ink=torch.full((each,), number, device=device))
                results, fine_in = answer(nets, b['x'])
                for name, (masks, colour) in ((w, results[w]) for w in ways):
                    result = scores(masks, colour, b, threshold, widen)
                    count(kind, name, result), count(ink, name, result)
            b = photographs(sheets, each, g, tile=tile, kinds=index, print_only=1.0, scales=(.7, 1.3))
            results, fine_in = answer(nets, b['x'])
            for name, (masks, colour) in ((w, results[w]) for w in ways):
                count('print only', name, scores(masks, colour, b, threshold, widen))
    for row, names in sums.items():
        table[row] = {n: summary({k: torch.cat(v) for k, v in s.items()}) for n, s in names.items()}
    return table


def show(table, names=('page', 'coarse', 'both')):
    for row, by in table.items():
        print(f'  {row:<12}' + '   '.join(f"{n}: kept {by[n]['print_kept']:.4f} removed {1 - by[n]['left']:.3f} crossed {by[n]['crossed']:.3f} ghost {by[n]['ghost']:.3f} masked {by[n]['masked_print']:.4f}" for n in names), flush=True)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('pack'); ap.add_argument('out')
    ap.add_argument('--resume'); ap.add_argument('--limit', type=float, default=500); ap.add_argument('--total', type=float, default=1000)
    ap.add_argument('--batch', type=int, default=32); ap.add_argument('--fine-size', type=int, default=384); ap.add_argument('--workers', type=int, default=15)
    ap.add_argument('--capacity', type=int, default=6000); ap.add_argument('--first', type=int, default=250); ap.add_argument('--held', type=int, default=12)
    ap.add_argument('--anneal-from', type=float, help='share of the schedule to start this run at; it then ends with the run')
    ap.add_argument('--seed', type=int, default=1); ap.add_argument('--tile', type=int, default=768); ap.add_argument('--examine', type=float, default=150)
    ap.add_argument('--start', help='mean.pt of an earlier training, of networks at most as wide; the optimiser starts anew')
    ap.add_argument('--rate', type=float, default=3e-3)
    ap.add_argument('--coarse-every', type=int, default=1, help='train the coarse network at every so many steps only')
    ap.add_argument('--no-export', action='store_true', help='leave the thresholds and ONNX to a later run')
    a = ap.parse_args()
    began = time.time()
    Path(a.out).mkdir(parents=True, exist_ok=True)
    held = held_sheets(a.pack, a.held, a.workers)
    clock = json.loads((Path(a.resume) / 'clock.json').read_text()) if a.resume else dict(step=0, trained=0.0, drawn=0)
    pool = Pool(a.pack, 'train', a.workers, a.seed * 1_000_000 + clock['drawn'])
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    torch.manual_seed(a.seed + clock['step'])
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    held = torch.from_numpy(held).to(device)
    pool.attach(device, a.capacity)
    makers = dict(page=page_view, coarse=coarse, fine=fine)
    trainees = {n: Trainee(created(make, n, a.start), a.rate, device) for n, make in makers.items()}
    print({n: sum(p.numel() for p in t.net.parameters()) for n, t in trainees.items()}, device, f'{time.time() - began:.0f} s', flush=True)
    if a.resume:
        resume(a.resume, trainees, device)
    if a.start:
        table = examine({n: t.averaged(makers[n]) for n, t in trainees.items()}, held, a.held, device, a.tile)
        print('before', flush=True)
        show(table)
    while pool.drawn < a.first:
        time.sleep(.2)
    print('first sheets', pool.drawn, f'{time.time() - began:.0f} s', flush=True)
    g = torch.Generator(device).manual_seed(a.seed * 7919 + clock['step'])
    start, before, saved, examined, drawn0 = time.time(), clock['trained'], time.time(), time.time(), clock['drawn']
    log = open(Path(a.out) / 'train.log', 'a')
    spent = dict(camera=0.0, page=0.0, coarse=0.0, fine=0.0)

    def lap(name, since):
        """Times each part of every fiftieth step, synchronised with the device."""
        if clock['step'] % 50 == 25 and device.type == 'cuda':
            torch.cuda.synchronize()
            spent[name] = time.time() - since
        return time.time()

    while True:
        at = lap('start', time.time())
        clock['trained'] = before + time.time() - start
        clock['drawn'] = drawn0 + pool.drawn
        share = clock['trained'] / a.total if a.anneal_from is None else a.anneal_from + (1 - a.anneal_from) * (time.time() - began) / a.limit
        b = framed(photographs(pool.view(), a.batch, g, tile=a.tile), g)
        at = lap('camera', at)
        small = half_size(b)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == 'cuda'):
            masks, colour = trainees['page'].net.raw(small['x'].contiguous(memory_format=torch.channels_last))
        zeroth = loss(masks.float(), colour.float(), small)
        trainees['page'].step(zeroth, share)
        view = enlarged(torch.sigmoid(masks.detach().float()))
        at = lap('page', at)
        trains_coarse = clock['step'] % a.coarse_every == 0
        with torch.set_grad_enabled(trains_coarse), torch.autocast(device.type, torch.bfloat16, enabled=device.type == 'cuda'):
            masks, colour = trainees['coarse'].net.raw(b['x'].contiguous(memory_format=torch.channels_last), view)
        if trains_coarse:
            first = loss(masks.float(), colour.float(), b)
            trainees['coarse'].step(first, share)
        at = lap('coarse', at)
        b2 = crops(dict(b, guess=torch.sigmoid(masks.detach().float())), a.fine_size)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == 'cuda'):
            masks2, colour2 = trainees['fine'].net.raw(b2['x'].contiguous(memory_format=torch.channels_last), b2['guess'])
        second = loss(masks2.float(), colour2.float(), b2)
        trainees['fine'].step(second, share)
        lap('fine', at)
        clock['step'] += 1
        if clock['step'] % 50 == 0 or clock['step'] < 4:
            line = f"step {clock['step']} {clock['trained']:.0f}s page {zeroth.item():.4f} coarse {first.item():.4f} fine {second.item():.4f} drawn {pool.drawn} share {share:.3f} seconds " + ' '.join(f'{k} {v:.3f}' for k, v in spent.items() if k != 'start')
            log.write(line + '\n'); log.flush()
            if clock['step'] % 250 == 0 or clock['step'] < 4:
                print(line, flush=True)
        done = time.time() - began > a.limit
        if done or time.time() - saved > 60:
            save(a.out, trainees, clock)
            saved = time.time()
        if done or time.time() - examined > a.examine:
            nets = {n: t.averaged(makers[n]) for n, t in trainees.items()}
            table = examine(nets, held, a.held, device, a.tile, rounds=1, ways=('page', 'coarse', 'both') if done else ('coarse', 'both'))
            show(table, ('page', 'coarse', 'both') if done else ('coarse', 'both'))
            (Path(a.out) / 'held.json').write_text(json.dumps(table, indent=1))
            examined = time.time()
        if done:
            break
    pool.close()
    if a.no_export:
        return
    for threshold in (.35, .65, .8):
        table = examine(nets, held, a.held, device, a.tile, threshold=threshold, widen=2, ways=('both',))
        print('threshold', threshold, 'widened by 2', ' '.join(f"{row}: {by['both']['print_kept']:.4f} {1 - by['both']['left']:.3f}" for row, by in table.items()), flush=True)
    from export import export_all
    export_all({n: t.averaged(makers[n]).cpu() for n, t in trainees.items()}, a.out)


if __name__ == '__main__':
    main()
