"""Random numbers and blurs with a different value or kernel for each picture of a batch."""
import random

import torch
import torch.nn.functional as F


_constants = {}


def constant(values, device):
    """A tensor of fixed numbers, kept on the device: copying it there anew would make the host wait for everything asked of the device so far."""
    key = tuple(map(tuple, values)) if isinstance(values[0], (list, tuple)) else tuple(values)
    if (key, device) not in _constants:
        _constants[key, device] = torch.tensor(values, device=device)
    return _constants[key, device]


class Chance:
    """Random tensors with one entry per picture, from one seeded generator."""

    def __init__(self, count, device, generator):
        self.count, self.device, self.generator = count, device, generator

    def u(self, low=0.0, high=1.0, *shape):
        shape = shape or (1, 1, 1)
        return torch.rand((self.count, *shape), device=self.device, generator=self.generator) * (high - low) + low

    def n(self, *shape):
        return torch.randn((self.count, *(shape or (1, 1, 1))), device=self.device, generator=self.generator)

    def coin(self):
        """One random number for all pictures. On an accelerator a seeded CPU generator is used, to avoid waiting for the device."""
        if self.device.type == 'cpu':
            return float(torch.rand((), generator=self.generator))
        return cpu_random(self.generator).random()

    def number(self, below):
        if self.device.type == 'cpu':
            return int(torch.randint(below, (), generator=self.generator))
        return cpu_random(self.generator).randrange(below)

    def yes(self, p):
        return (self.u() < p).float()

    def smooth(self, cells, size, channels=1):
        """Low-frequency noise in -1..1: a few random values stretched over the picture."""
        return F.interpolate(self.u(-1, 1, channels, cells, cells), size=(size, size), mode='bicubic', align_corners=False)


_cpu_randoms = {}


def cpu_random(generator):
    if generator not in _cpu_randoms:
        _cpu_randoms[generator] = random.Random(generator.initial_seed())
    return _cpu_randoms[generator]


def round_kernel(c, sigma, side):
    line = torch.arange(side, device=c.device).float() - side // 2
    k = torch.exp(-.5 * (line[:, None] ** 2 + line ** 2) / sigma ** 2)
    return k / k.sum((2, 3), keepdim=True)


def softened(pictures, sigma, side):
    """A Gaussian blur, wide and in two passes; `sigma` has one value a picture."""
    b, n, h, w = pictures.shape
    line = torch.arange(side, device=pictures.device).float() - side // 2
    k = torch.exp(-.5 * (line / sigma) ** 2)
    k = (k / k.sum(3, keepdim=True)).expand(b, n, 1, side).reshape(b * n, 1, 1, side)
    out = F.pad(pictures, [side // 2] * 4, mode='replicate').reshape(1, b * n, h + side - 1, w + side - 1)
    return F.conv2d(F.conv2d(out, k, groups=b * n), k.transpose(2, 3), groups=b * n).reshape(b, n, h, w)


def blur(pictures, kernel):
    b, n, h, w = pictures.shape
    side = kernel.shape[-1]
    weight = kernel.expand(b, n, side, side).reshape(b * n, 1, side, side)
    out = F.conv2d(F.pad(pictures, [side // 2] * 4, mode='replicate').reshape(1, b * n, h + side - 1, w + side - 1), weight, groups=b * n)
    return out.reshape(b, n, h, w)
