import torch
import torch.nn.functional as F


def grow(mask, by):
    return F.max_pool2d(mask, 2 * by + 1, 1, by)


def loss(masks, colour, batch):
    """Masks by weighted cross-entropy and overlap; colour by absolute error, and the picture that results by the same."""
    x, clean = batch['x'], batch['clean']
    truth = torch.cat([batch['student'], batch['teacher'], batch['print']], 1)
    hand = torch.maximum(batch['student'], batch['teacher'])
    near, printed = grow(hand, 2), batch['print']
    weight = 1 + 2 * (near - hand) + 4 * hand + 5 * printed
    bce = (F.binary_cross_entropy_with_logits(masks, truth, reduction='none') * weight * torch.tensor([1, 1, .4], device=x.device).view(1, 3, 1, 1)).mean()
    p = torch.sigmoid(masks)
    both = p[:, :2]
    dice = 1 - (2 * (both * truth[:, :2]).sum((1, 2, 3)) + 50) / (both.sum((1, 2, 3)) + truth[:, :2].sum((1, 2, 3)) + 50)
    error = (colour - clean).abs().mean(1, keepdim=True)
    # the same number of grey levels is a bigger fault in a dark photo
    error = error / clean.mean((1, 2, 3), keepdim=True).clamp(min=.15)
    w = near + 3 * near * grow(printed, 1) + .35 * printed + .04
    tone = (error * w).sum() / w.sum()
    m = torch.maximum(p[:, :1], p[:, 1:2])
    made = (m * colour + (1 - m) * x - clean).abs().mean(1, keepdim=True) / clean.mean((1, 2, 3), keepdim=True).clamp(min=.15)
    v = near + near * printed + 1.2 * printed
    final = (made * v).sum() / v.sum().clamp(min=1)
    return 2 * bce + .3 * dice.mean() + 4 * tone + 3 * final


@torch.no_grad()
def scores(masks, colour, batch, threshold=.5, widen=0):
    """The project's measures where the truth is known: print kept, kept where crossed, writing left, ghost (sums, to be added up)."""
    x, clean = batch['x'], batch['clean']
    hand = torch.maximum(batch['student'], batch['teacher'])
    m = grow((torch.maximum(masks[:, :1], masks[:, 1:2]) > threshold).float(), widen)
    out = m * colour + (1 - m) * x
    base = F.max_pool2d(F.avg_pool2d(clean.mean(1, keepdim=True), 3, 1, 1), 41, 1, 20)
    grey = lambda t: t.mean(1, keepdim=True) / base.clamp(min=.03)
    a, b, c = grey(x), grey(out), grey(clean)
    ink = (c < .72).float()
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
    return dict(ink=s(ink), kept=s(kept), touched=s(touched), touched_kept=s(touched * kept), hand=s(wrote), left=s(wrote * dark_b),
                trace=s(zone * (b - c).abs()), trace_in=s(zone * (a - c).abs()), harm=s((1 - grow(hand, 2)) * m * ink))


def summary(sums):
    t = {k: float(v.sum()) for k, v in sums.items()}
    return dict(print_kept=t['kept'] / max(t['ink'], 1), crossed=t['touched_kept'] / max(t['touched'], 1), left=t['left'] / max(t['hand'], 1),
                ghost=t['trace'] / max(t['trace_in'], 1), masked_print=t['harm'] / max(t['ink'], 1))
