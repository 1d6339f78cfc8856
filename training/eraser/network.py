"""Three networks: one looks at the page at half size, a coarse one at full size knows its answer, and a fine one works on the tiles where the coarse one would erase something.

All output, for every pixel, three probabilities (student's ink, teacher's mark, print) and the colour of the paper
without writing, as "local paper × (1 + correction)". Preprocessing that training and the engine must share (local
paper, division by it) is part of the graph.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F


def local_paper(x):
    """The brightest tone nearby, smoothed, at a quarter of the resolution."""
    a = F.avg_pool2d(x, 4)
    a = F.max_pool2d(F.max_pool2d(a, 5, 1, 2), 5, 1, 2)
    a = F.avg_pool2d(F.avg_pool2d(a, 5, 1, 2, count_include_pad=False), 5, 1, 2, count_include_pad=False)
    return a.clamp(min=.03)


def conv(cin, cout, stride=1, kernel=3):
    return nn.Sequential(nn.Conv2d(cin, cout, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.a, self.b = conv(c, c), nn.Sequential(nn.Conv2d(c, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c))

    def forward(self, x):
        return F.relu(x + self.b(self.a(x)))


class Body(nn.Module):
    """A small U-Net over cells of pixels."""

    def __init__(self, cin, widths, blocks, cout):
        super().__init__()
        self.stem = conv(cin, widths[0])
        self.enc = nn.ModuleList(nn.Sequential(*[Block(w) for _ in range(n)]) for w, n in zip(widths, blocks))
        self.down = nn.ModuleList(conv(a, b, 2) for a, b in zip(widths, widths[1:]))
        self.up = nn.ModuleList(conv(b, a, kernel=1) for a, b in zip(widths, widths[1:]))
        self.dec = nn.ModuleList(nn.Sequential(conv(w, w), Block(w)) if i == 0 else Block(w) for i, w in enumerate(widths[:-1]))
        self.head = nn.Sequential(conv(widths[0], 96, kernel=1), nn.Conv2d(96, cout, 1))

    def forward(self, x):
        x, skips = self.stem(x), []
        for i, enc in enumerate(self.enc):
            x = enc(x)
            if i < len(self.down):
                skips.append(x)
                x = self.down[i](x)
        for i in reversed(range(len(self.down))):
            x = skips[i] + F.interpolate(self.up[i](x), scale_factor=2.0, mode='nearest')
            x = self.dec[i](x)
        return self.head(x)


class Eraser(nn.Module):
    """Works on cells of `cell`×`cell` pixels; `extra` full-size input planes (the coarse output, for the fine network)."""

    def __init__(self, cell, widths, blocks, extra=0):
        super().__init__()
        self.cell, self.extra = cell, extra
        self.body = Body(cell * cell * (3 + extra) + 3, widths, blocks, cell * cell * 6)

    def raw(self, x, more=None):
        """Logits of the three masks and the restored colour."""
        n = self.cell
        paper = local_paper(x)
        if n == 2:
            paper = F.interpolate(paper, scale_factor=2.0, mode='nearest')
        cells = F.pixel_unshuffle(x, n)
        wide = torch.cat([paper[:, i:i + 1].expand(-1, n * n, -1, -1) for i in range(3)], 1)
        ratio = cells / wide
        inputs = [ratio * 2 - 1.5, paper]
        if more is not None:
            inputs.append(F.pixel_unshuffle(more, n))
        out = self.body(torch.cat(inputs, 1)).float()
        masks, colour = out[:, :3 * n * n], out[:, 3 * n * n:]
        return F.pixel_shuffle(masks, n), F.pixel_shuffle(wide * (1 + colour), n)

    def forward(self, x, more=None):
        masks, colour = self.raw(x, more)
        return torch.sigmoid(masks), colour.clamp(0, 1)


HALF = 2  # the page network sees the picture this many times smaller


def page_view():
    """Sees the page at half size, one level deeper: some 1,500 px of the full-size picture around each point."""
    return Eraser(4, (32, 64, 96, 128, 128), (1, 2, 2, 2, 3))


def coarse(extra=3):
    return Eraser(4, (32, 64, 96, 128), (1, 2, 2, 3), extra)


def halved(x):
    return F.avg_pool2d(x, HALF)


def enlarged(masks):
    return F.interpolate(masks, scale_factor=float(HALF), mode='nearest')


def fine():
    return Eraser(2, (32, 64, 96, 128), (1, 2, 3, 3), extra=3)


def widened(net, narrow):
    """State for `net` that gives the same output as a narrower network of the same depth: the old channels ignore the new ones."""
    state = {}
    for name, new in net.state_dict().items():
        if name not in narrow:  # a level the narrower network does not have
            state[name] = new
            continue
        old = narrow[name].to(new.dtype)
        if new.shape != old.shape:
            there = tuple(slice(n) for n in old.shape)
            new = new.clone()
            if new.dim() == 4:
                new[:old.shape[0]] = 0
            new[there] = old
            old = new
        state[name] = old
    return state
