"""Simulates a phone's image processing, and the recompression when the picture is sent on."""
import math

import torch
import torch.nn.functional as F

from chance import blur, constant, round_kernel

QUANT = [[16., 11, 10, 16, 24, 40, 51, 61], [12, 12, 14, 19, 26, 58, 60, 55], [14, 13, 16, 24, 40, 57, 69, 56], [14, 17, 22, 29, 51, 87, 80, 62],
                      [18, 22, 37, 56, 68, 109, 103, 77], [24, 35, 55, 64, 81, 104, 113, 92], [49, 64, 78, 87, 103, 121, 120, 101], [72, 92, 95, 98, 112, 100, 103, 99]]
DCT = [[math.cos((2 * j + 1) * i * math.pi / 16) * (math.sqrt(1 / 8) if i == 0 else .5) for j in range(8)] for i in range(8)]


def jpeg(rgb, quality):
    """JPEG compression: chroma at half resolution, 8×8 blocks quantised."""
    b, _, h, w = rgb.shape
    table, dct = constant(QUANT, rgb.device), constant(DCT, rgb.device)
    y = .299 * rgb[:, :1] + .587 * rgb[:, 1:2] + .114 * rgb[:, 2:]
    cb, cr = (rgb[:, 2:] - y) * .564, (rgb[:, :1] - y) * .713
    scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50)

    def block(plane, coarse):
        n, _, ph, pw = plane.shape
        t = plane.reshape(n, ph // 8, 8, pw // 8, 8).transpose(2, 3) * 255
        q = (table * coarse * scale.reshape(n, 1, 1, 1, 1)).clamp(min=1)
        f = dct @ t @ dct.T
        return ((dct.T @ (torch.round(f / q) * q) @ dct) / 255).transpose(2, 3).reshape(n, 1, ph, pw)

    y = block(y - .5, 1) + .5
    cb, cr = (F.interpolate(block(F.avg_pool2d(p, 2), 1.4), scale_factor=2, mode='bilinear') for p in (cb, cr))
    return torch.cat([y + 1.403 * cr, y - .344 * cb - .714 * cr, y + 1.773 * cb], 1)


def mean_around(t, reach):
    side = 2 * reach + 1
    return F.avg_pool2d(F.avg_pool2d(t, (side, 1), 1, (reach, 0), count_include_pad=False), (1, side), 1, (0, reach), count_include_pad=False)


def slow(t, cells=16):
    """The low frequencies of a picture."""
    small = F.avg_pool2d(t, cells)
    return F.interpolate(mean_around(mean_around(small, 1), 1), size=t.shape[-2:], mode='bilinear', align_corners=False)


def denoised(c, tones):
    """The watercolour effect of a phone's denoising: weak details are smeared, strong edges stay."""
    reach = 1 + c.number(3)
    around = mean_around(tones, reach)
    varies = (mean_around(tones * tones, reach) - around * around).clamp(min=0)
    edge = varies / (varies + torch.exp(c.u(math.log(.012), math.log(.09))) ** 2)
    return mean_around(edge, reach) * tones + mean_around(around * (1 - edge), reach)


def smeared_colour(c, tones):
    """Colour blurred more than brightness, as in phone pictures and video frames."""
    reach = 1 + c.number(4)
    b, _, h, w = tones.shape
    rgb = tones.reshape(b, 3, 3, h, w)
    light = rgb.mean(2, keepdim=True)
    colour = (rgb - light).reshape(b, 9, h, w)
    colour = colour + (mean_around(colour, reach) - colour) * c.u(0, 1)
    return (light + colour.reshape(b, 3, 3, h, w) * c.u(.6, 1.3)[:, None]).reshape(b, 9, h, w)


def evened(c, tones):
    """Local tone mapping: lifts shadows and raises local contrast, from the photo's low frequencies; the truth is mapped the same way."""
    x = tones[:, :3]
    light = slow(x.mean(1, keepdim=True)).clamp(min=.05)
    level = light.mean((2, 3), keepdim=True)
    lifted = tones * (level / light) ** c.u(0, .8)
    return lifted + (lifted - slow(lifted[:, :3], 32).repeat(1, 3, 1, 1)) * c.u(0, .5) * c.yes(.5)


def scanned(c, tones):
    """A scanner app: whitens paper and darkens print, sometimes to nearly two tones."""
    paper = slow(tones[:, 6:], 8).clamp(min=.05).repeat(1, 3, 1, 1)
    ratio = tones / paper
    low, high = c.u(0, .35), c.u(.82, 1.02)
    plain = (ratio - low) / (high - low)
    hard = torch.sigmoid((ratio - c.u(.5, .8)) * c.u(10, 35))
    return torch.where(c.yes(.4) > 0, hard, plain).clamp(0, 1) * c.u(.92, 1)


def develop(c, pictures):
    """Processing before compression; the truth is processed the same way, without the noise."""
    b = len(pictures)
    tones, shares = pictures[:, :9], pictures[:, 9:]
    side = tones.shape[-1]
    pick = lambda p, made: torch.where(c.yes(p) > 0, made, tones)
    if c.coin() < .5:  # sensor noise, and the phone's denoising, which removes details too
        raw = c.n(3, side, side) * c.u(0, .06) * c.u() + c.n(1, side, side) * c.u(0, .04) * c.u()
        tones = torch.cat([tones[:, :3] + raw * c.yes(.7), tones[:, 3:]], 1)
        tones = pick(.75, denoised(c, tones))
    if c.coin() < .4:
        tones = pick(.7, smeared_colour(c, tones))
    k = constant([1., 2., 1.], c.device)
    tones = tones + (tones - blur(tones, (k[:, None] * k / 16).expand(b, 1, 3, 3))) * c.u(0, 1.6) * c.yes(.45)
    if c.coin() < .4:  # the wide halo of strong sharpening
        wide = F.avg_pool2d(F.avg_pool2d(tones, 5, 1, 2, count_include_pad=False), 5, 1, 2, count_include_pad=False)
        tones = tones + (tones - wide) * c.u(0, 1.1) * c.yes(.6)
    if c.coin() < .4:
        tones = pick(.6, evened(c, tones.clamp(0, 1.2)))
    gain, lift = c.u(.8, 1.35), c.u(-.06, .06)
    scan = c.yes(.12)
    gain, lift = gain * (1 - scan) + scan * c.u(1.3, 2.0), lift * (1 - scan) - scan * c.u(.1, .4)
    tones = (tones * gain + lift).clamp(0, 1) ** c.u(.7, 1.45)
    curve = c.u(-.35, .6) * c.yes(.35)
    tones = tones * (1 - curve) + curve * tones * tones * (3 - 2 * tones)
    if c.coin() < .4:
        app = c.yes(.5)
        whitened = torch.where(app > 0, scanned(c, tones), tones)
        # writing that became as white as the paper is removed from the masks
        seen = F.max_pool2d((whitened[:, :3] - whitened[:, 3:6]).abs().amax(1, keepdim=True), 3, 1, 1) > .02
        tones, shares = whitened, torch.where((app > 0) & ~seen, torch.zeros_like(shares), shares)
    grey = tones.reshape(b, 3, 3, side, side).mean(2, keepdim=True).expand(-1, -1, 3, -1, -1).reshape(b, 9, side, side)
    return pick(.12, grey), shares


def expose(c, pictures):
    """A phone's processing: focus, small sensor, denoising, sharpening, contrast, noise, JPEG; then the resampling of straightening and sending on.

    Channels: 0-2 the photo, which alone gets noise and JPEG; 3-5 the truth; 6-8 the bare paper; then shares of ink, which are only resampled."""
    size = pictures.shape[-1]
    if c.coin() < .25:  # part of the page is out of focus
        far = (c.smooth(3, size) + c.u(-.5, .5)).clamp(0, 1) * c.yes(.7)
        pictures = pictures + (blur(pictures, round_kernel(c, c.u(.9, 2.0), 9)) - pictures) * far
    if c.coin() < .5:
        small = 16 * round(size * (c.coin() * .6 + .35) / 16)
        pictures = F.interpolate(pictures, size=(small, small), mode='bilinear', antialias=True)
    tones, shares = develop(c, pictures)
    x, rest = tones[:, :3], tones[:, 3:]
    side = x.shape[-1]
    grain = c.n(3, side, side) * c.u(0, .03) * c.u() + c.n(1, side, side) * c.u(0, .035) * c.u() + c.smooth(64, side, 3) * c.u(0, .02)
    line = torch.arange(side, device=c.device).float()
    stripes = torch.sin(line[:, None] * c.u(.2, 2.2) + line * c.u(.2, 2.2) + c.u(0, 6.28, 3, 1, 1)) * c.u(0, .05) * c.yes(.08)
    x = (x + grain + stripes).clamp(0, 1)
    x = torch.where(c.yes(.85) > 0, jpeg(x, c.u(22, 96)), x).clamp(0, 1)
    pictures = torch.cat([x, rest, shares], 1)
    if side != size:
        pictures = F.interpolate(pictures, size=(size, size), mode='bicubic' if c.coin() < .6 else 'bilinear', align_corners=False)
    if c.coin() < .4:
        pictures = blur(pictures, round_kernel(c, c.u(.2, .85), 3))
    pictures = pictures.clamp(0, 1)
    if c.coin() < .3:  # compressed again when the picture is sent on
        x = pictures[:, :3]
        x = torch.where(c.yes(.6) > 0, jpeg(x, c.u(45, 95)), x).clamp(0, 1)
        pictures = torch.cat([x, pictures[:, 3:]], 1)
    return pictures
