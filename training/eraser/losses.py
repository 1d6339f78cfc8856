import math

import torch
import torch.nn.functional as F


def grow(mask, by):
    return F.max_pool2d(mask, 2 * by + 1, 1, by)


def isolated(printed):
    """1 where print is surrounded by white, 0 inside a block of text."""
    around = F.avg_pool2d(F.avg_pool2d(printed, 8), 7, 1, 3, count_include_pad=False)
    return F.interpolate(1 - (around / .1).clamp(max=1), scale_factor=8, mode='nearest') * printed


def loss(masks, colour, batch):
    """Masks: weighted cross-entropy and Dice. Colour: absolute error, plain and smoothed. The composited picture: absolute error."""
    x, clean = batch['x'], batch['clean']
    truth = torch.cat([batch['student'], batch['teacher'], batch['print']], 1)
    hand = torch.maximum(batch['student'], batch['teacher'])
    near, printed = grow(hand, 2), batch['print']
    alone = isolated(printed)
    p = torch.sigmoid(masks)
    # print taken for writing costs most, and more for confident mistakes and isolated print
    wrong = p[:, :2].detach().amax(1, keepdim=True) * printed * (1 - hand)
    missed = (1 - p[:, :2].detach().amax(1, keepdim=True)) * hand  # writing taken for print with confidence stays whole
    weight = 1 + 2 * (near - hand) + 6 * hand + 5 * printed
    erasing = weight + (2 + 5 * alone) * printed * (1 - hand) + 9 * wrong ** 2 + 4 * missed ** 2
    bce = F.binary_cross_entropy_with_logits(masks, truth, reduction='none')
    bce = ((bce[:, :2] * erasing).mean() * 2 + .4 * (bce[:, 2:] * weight).mean()) / 3
    both = p[:, :2]
    dice = 1 - (2 * (both * truth[:, :2]).sum((1, 2, 3)) + 50) / (both.sum((1, 2, 3)) + truth[:, :2].sum((1, 2, 3)) + 50)
    # the same difference in grey levels is a bigger error in a dark photo
    level = clean.mean((1, 2, 3), keepdim=True).clamp(min=.15)
    error = (colour - clean).abs().mean(1, keepdim=True) / level
    w = near + 9 * near * grow(printed, 1) + .5 * printed + .5 * alone + .04
    tone = (error * w).sum() / w.sum()
    # a ghost is a tone that is off along a whole stroke: the error on bare paper that remains after smoothing
    bare = near * (1 - grow(printed, 2))
    share = F.avg_pool2d(bare, 9, 2, 4)
    ghost = F.avg_pool2d((colour - clean) / level * bare, 9, 2, 4).abs().sum() / (3 * share.sum()).clamp(min=1)
    m = torch.maximum(p[:, :1], p[:, 1:2])
    made = (m * colour + (1 - m) * x - clean).abs().mean(1, keepdim=True) / level
    v = near + 4 * near * printed + 1.2 * printed + 1.5 * alone
    final = (made * v).sum() / v.sum().clamp(min=1)
    return 2 * bce + .3 * dice.mean() + 4 * tone + 2 * ghost + 3 * final


def likeness(a, b):
    """SSIM of two grey pictures, pixel by pixel, in windows of 7×7."""
    mean = lambda t: F.avg_pool2d(t, 7, 1, 3, count_include_pad=False)
    ma, mb = mean(a), mean(b)
    va, vb, vab = mean(a * a) - ma * ma, mean(b * b) - mb * mb, mean(a * b) - ma * mb
    return (2 * ma * mb + 1e-4) * (2 * vab + 9e-4) / ((ma * ma + mb * mb + 1e-4) * (va + vb + 9e-4))


def scores(masks, colour, batch, threshold=.5, widen=0):
    """Scores of a network's output."""
    m = grow((torch.maximum(masks[:, :1], masks[:, 1:2]) > threshold).float(), widen)
    return judge(m * colour + (1 - m) * batch['x'], m, batch)


@torch.no_grad()
def judge(out, m, batch):
    """The project's metrics against known truth: print kept, print kept where crossed, writing left, ghost (as sums, to be added up)."""
    x, clean = batch['x'], batch['clean']
    hand = torch.maximum(batch['student'], batch['teacher'])
    base = F.max_pool2d(F.avg_pool2d(clean.mean(1, keepdim=True), 3, 1, 1), 41, 1, 20)
    grey = lambda t: t.mean(1, keepdim=True) / base.clamp(min=.03)
    a, b, c = grey(x), grey(out), grey(clean)
    ink = (c < .72).float() * batch.get('inside', 1)  # a dark desk is no print
    level = ((c * ink).sum((1, 2, 3), keepdim=True) / ink.sum((1, 2, 3), keepdim=True).clamp(min=1)).clamp(.1, .7)
    limit = (1 - .45 * (1 - level)).clamp(max=.9)
    dark_a, dark_b = (a < limit).float(), (b < limit).float()
    ink = ink * grow(dark_a, 2)
    kept = grow(dark_b, 2) * ink
    touched = grow(hand, 3) * ink
    away = hand * (1 - grow((c < .85).float(), 3))
    wrote = away * dark_a
    zone = grow(wrote, 2) * (1 - grow((c < .9).float(), 3))
    s = lambda t: t.sum((1, 2, 3))
    square, alike = ((out - clean) ** 2).mean(1, keepdim=True), likeness(out.mean(1, keepdim=True), clean.mean(1, keepdim=True))
    was = ((x - clean) ** 2).mean(1, keepdim=True)
    inner, outer = grow(hand, 2), 1 - grow(hand, 2)
    return dict(inner=s(inner), outer=s(outer), square_in=s(square * inner), square_out=s(square * outer), alike_in=s(alike * inner), alike_out=s(alike * outer), was_in=s(was * inner),
                ink=s(ink), kept=s(kept), touched=s(touched), touched_kept=s(touched * kept), hand=s(wrote), left=s(wrote * dark_b),
                trace=s(zone * (b - c).abs()), trace_in=s(zone * (a - c).abs()), harm=s((1 - grow(hand, 2)) * m * ink))


def decibel(square):
    return -10 * math.log10(max(square, 1e-9))


def summary(sums):
    t = {k: float(v.sum()) for k, v in sums.items()}
    return dict(print_kept=t['kept'] / max(t['ink'], 1), crossed=t['touched_kept'] / max(t['touched'], 1), left=t['left'] / max(t['hand'], 1),
                ghost=t['trace'] / max(t['trace_in'], 1), masked_print=t['harm'] / max(t['ink'], 1),
                psnr_in=decibel(t['square_in'] / max(t['inner'], 1)), psnr_out=decibel(t['square_out'] / max(t['outer'], 1)), psnr_before=decibel(t['was_in'] / max(t['inner'], 1)),
                ssim_in=t['alike_in'] / max(t['inner'], 1), ssim_out=t['alike_out'] / max(t['outer'], 1))
