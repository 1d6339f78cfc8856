"""Turns sheets into photographs: layers are warped, inked, lit, blurred, dirtied and compressed, all on the accelerator."""
import math

import torch
import torch.nn.functional as F

from chance import Chance, blur, constant, softened
from phone import expose

TILE = 512
SEEN = .05  # a pixel with this share of ink counts as written on: the blurred rim belongs to the stroke


def warp_grid(c, size, sheet, tile, whole=False, scales=(.5, 1.7)):
    """Where each pixel of the photo lies on the sheet: scale, rotation, perspective, curl, crumple. A `whole` sheet is hardly moved.

    Where no page is found the networks get the photograph as it was taken: aslant, from the side, now and then lying on its side or head."""
    line = torch.linspace(-1, 1, size, device=c.device)
    y, x = torch.meshgrid(line, line, indexing='ij')
    x, y = x.expand(c.count, -1, -1), y.expand(c.count, -1, -1)
    one = lambda t: t[:, :, :, 0]
    scale = torch.exp(one(c.u(math.log(scales[0]), math.log(scales[1]))))
    if whole:
        scale = torch.ones_like(scale) * tile / sheet
    steady = .15 if whole else 1
    aslant = one(c.yes(.22)) * (not whole)
    turn = (one(c.n()) * .03 + one(c.yes(.1)) * one(c.u(-.14, .14)) + aslant * one(c.u(-.28, .28))) * steady
    turn = turn + (one(c.u()) * 4).floor() * (math.pi / 2) * one(c.yes(.08)) * (not whole)
    lean = .03 + .1 * aslant
    w = (1 + (one(c.n()) * x + one(c.n()) * y) * lean * steady).clamp(min=.5)
    x, y = x / w + y * one(c.u(-.2, .2)) * aslant, y / w
    half = tile / sheet / scale
    stretch = 1 + one(c.n()) * .03 * steady
    gx, gy = (x * torch.cos(turn) - y * torch.sin(turn)) * half * stretch, (x * torch.sin(turn) + y * torch.cos(turn)) * half
    px = 2 / sheet
    phase, wave = one(c.u(0, 6.28)), one(c.u(1.5, 7))
    gy = gy + torch.sin(x * wave + phase) * one(c.u(0, 6)) * one(c.yes(.4)) * px
    crumple = c.smooth(7, size, 2) * c.u(0, 5) * c.yes(.35) * px
    room = (1 - half).clamp(min=0)
    gx = gx + one(c.u(-1, 1)) * room + crumple[:, 0]
    gy = gy + one(c.u(-1, 1)) * room + crumple[:, 1]
    return torch.stack([gx, gy], -1), scale


def pick(c, palette, spread):
    """One colour of the palette for each picture, with a little variation."""
    table = constant(palette, c.device)
    index = torch.randint(len(palette), (c.count,), device=c.device, generator=c.generator)
    return (table[index][:, :, None, None] + c.n(3, 1, 1) * spread).clamp(0, 1)


INKS = ('black', 'black ball', 'blue', 'pencil', 'other', 'red')
INK_SHARES = (.36, .14, .16, .22, .07, .05)
BLACKS = [(.03, .03, .04), (.06, .06, .07), (.1, .1, .11), (.14, .14, .15), (.05, .05, .1), (.18, .18, .19)]
BLUES = [(.05, .05, .35), (.08, .1, .4), (.1, .12, .5), (.12, .2, .62), (.06, .08, .28), (.1, .1, .22), (.2, .25, .5)]
PENCILS = [(.1, .1, .11), (.15, .15, .16), (.2, .2, .21), (.28, .28, .29), (.35, .35, .36), (.42, .42, .43), (.5, .5, .5)]
OTHERS = [(.35, .15, .5), (.1, .4, .3), (.1, .3, .75), (.45, .25, .1), (.7, .2, .5), (.2, .5, .7)]
REDS = [(.85, .12, .15), (.75, .1, .12), (.9, .2, .2), (.8, .15, .25), (.95, .3, .3), (.7, .05, .1), (.88, .25, .35), (.85, .1, .1), (.9, .15, .12), (.1, .5, .25), (.15, .25, .7), (.5, .15, .55), (.9, .45, .1), (.45, .12, .14), (.55, .2, .2), (.4, .25, .22)]
GLOWS = [(1., .97, .35), (.6, 1., .5), (1., .65, .75), (1., .8, .4), (.6, .9, 1.)]
PRINTS = [(.05, .05, .05), (.1, .1, .1), (.15, .15, .16), (.2, .2, .2), (.28, .28, .28), (.05, .05, .08), (.1, .1, .1), (.12, .12, .12), (.08, .1, .3), (.3, .1, .08), (.4, .4, .4)]
TONES = [(.5, .5, .5), (.3, .3, .3), (.15, .15, .15), (.6, .6, .6), (.4, .4, .4), (.3, .45, .7), (.75, .3, .3), (.3, .55, .35), (.8, .2, .2), (.2, .2, .6)]


HUES = [(.85, .15, .15), (.9, .5, .1), (.95, .8, .2), (.2, .6, .3), (.1, .55, .6), (.15, .35, .75), (.1, .15, .45), (.5, .2, .55), (.9, .45, .6), (.55, .4, .25), (.3, .3, .3), (.05, .05, .05), (.6, .75, .3), (.4, .7, .9)]


def colours_of(c, hue, default):
    """The colour of the print at each pixel: the page's own ink, or one of seven colours drawn for this picture."""
    table = constant(HUES, c.device)
    some = torch.randint(len(HUES), (c.count, 7), device=c.device, generator=c.generator)
    palette = (table[some] + c.n(7, 3) * .08).clamp(0, 1)
    number = (hue[:, 0] * 255 / 32).round().long().clamp(0, 7)
    which = torch.arange(c.count, device=c.device)[:, None, None]
    picked = palette[which, (number - 1).clamp(min=0)].permute(0, 3, 1, 2)
    return torch.where(number[:, None] > 0, picked, default)


def inked(c, student, ink_of_print, tile, ink=None):
    """The student's strokes as their pen or pencil leaves them: how much of the paper is covered, and the colour.

    Black pens often have the very tone of the print; edges, flow and grain vary as those of print do, so that neither tells them apart."""
    shares = constant(INK_SHARES, c.device)
    if ink is None:
        ink = torch.multinomial(shares, c.count, replacement=True, generator=c.generator)
    is_ = lambda *numbers: sum((ink == n).float() for n in numbers)[:, None, None, None]
    black = torch.where(c.yes(.45) > 0, (ink_of_print + c.n(3, 1, 1) * .02).clamp(0, 1), pick(c, BLACKS, .02))
    colour = is_(0, 1) * black + is_(2) * pick(c, BLUES, .03) + is_(3) * pick(c, PENCILS, .02) + is_(4) * pick(c, OTHERS, .05) + is_(5) * pick(c, REDS, .05)
    soft = blur(student, soft_kernel(c))
    cut, span = c.u(-.05, .2), c.u(.4, .95)
    bled = torch.where(c.yes(.5) > 0, ((soft - cut) / span).clamp(0, 1), student ** c.u(.5, 1.5))
    flow = 1 - (c.smooth(20, tile) * .6 + .3).clamp(0, 1) * c.u(0, .7) * c.yes(.4) * (1 - .6 * is_(0))
    streaks = 1 - is_(1) * c.u(0, .5) * c.u(0, 1, 1, tile, tile) * c.yes(.5)
    rough = c.u(0, 1, 1, tile, tile) * .6 + (c.smooth(max(4, tile // 3), tile) * .5 + .5) * .6
    pressed = c.yes(.3)  # a soft pencil pressed hard is as dark and even as print
    graphite = 1 - is_(3) * (c.u(.0, .75) * (1 - .7 * pressed) * rough).clamp(0, .9)
    pencil = pressed * c.u(.85, 1) + (1 - pressed) * c.u(.28, .95)
    strength = is_(0) * c.u(.82, 1) + is_(1) * c.u(.6, .98) + is_(2) * c.u(.65, 1) + is_(3) * pencil + is_(4, 5) * c.u(.6, 1)
    return bled * flow * streaks * graphite * strength, colour, ink


def soft_kernel(c):
    k = constant([1., 2., 1.], c.device)
    return (k[:, None] * k / 16).expand(c.count, 1, 3, 3)


def light(c, size):
    """Lighting: lamp, window, vignetting, shadows of hand and phone, folds; or the even light of a scan."""
    line = torch.linspace(-1, 1, size, device=c.device)
    y, x = torch.meshgrid(line, line, indexing='ij')
    steep = .25 + .3 * c.yes(.2)
    out = 1 + (c.u(-1, 1) * x + c.u(-1, 1) * y) * steep
    out = out + c.smooth(4, size) * c.u(0, .15) + c.smooth(9, size) * c.u(0, .12) * c.yes(.25)
    out = out * (1 - ((x - c.u(-1, 1)) ** 2 + (y - c.u(-1, 1)) ** 2) * c.u(0, .16) * c.yes(.4))
    for _ in range(2):
        angle, shift, soft = c.u(0, 6.28), c.u(-.9, .9), torch.exp(c.u(-4.2, -.5))
        edge = torch.sigmoid((torch.cos(angle) * x + torch.sin(angle) * y + .12 * c.smooth(4, size) - shift) / soft)
        out = out * (1 - edge * c.u(.1, .65) * c.yes(.35))
    fold = (c.smooth(6, size).abs() + .6 * c.smooth(13, size).abs()) * c.u(0, .16) + c.smooth(24, size) * c.u(0, .03)
    out = out * (1 - fold * c.yes(.25))
    tint = 1 + c.n(3, 1, 1) * .035 + c.smooth(3, size, 3) * .02 + torch.cat([c.u(0, .1), c.u(-.02, .02), -c.u(0, .16)], 1) * c.yes(.2)
    level = out.mean((2, 3), keepdim=True)
    out = torch.where(c.yes(.3) > 0, level * (out / level).clamp(min=.2) ** .4, out)  # most papers are photographed in decent light
    lamp = (out * c.u(.5, 1.08)).clamp(.15, 1.1) * tint
    flat = c.yes(.12)
    return lamp * (1 - flat) + flat * c.u(.88, 1.04)


def kernels(c, side=9):
    """One lens blur per picture: a Gaussian, longer in one direction for motion blur, or a disc for defocus."""
    line = torch.arange(side, device=c.device) - side // 2
    y, x = torch.meshgrid(line.float(), line.float(), indexing='ij')
    a = c.u(.3, 1.05) + c.yes(.22) * c.u(.2, 1.0)
    b = a + c.yes(.12) * c.u(.3, 1.8)
    angle = c.u(0, 3.14)
    u, v = torch.cos(angle) * x + torch.sin(angle) * y, -torch.sin(angle) * x + torch.cos(angle) * y
    k = torch.exp(-.5 * ((u / a) ** 2 + (v / b) ** 2))
    disc = torch.sigmoid((c.u(.8, 2.6) - (x * x + y * y).sqrt()) / .3)
    k = torch.where(c.yes(.12) > 0, disc, k)
    return k / k.sum((2, 3), keepdim=True)


def printing(c, ink, tile):
    """Print quality of the sheet: thin, thick, faint, patchy, photocopied."""
    soft = blur(ink, soft_kernel(c))
    cut, span = c.u(-.04, .22), c.u(.45, .95)
    ink = torch.where(c.yes(.5) > 0, ((soft - cut) / span).clamp(0, 1), ink ** c.u(.6, 1.7))
    ink = ink + (-F.max_pool2d(-ink, 3, 1, 1) - ink) * c.u(0, .7) * c.yes(.15)
    ink = ink * (1 - c.u(0, .35) * c.yes(.25) * c.u(0, 1, 1, tile, tile))
    ink = ink * (1 - (c.smooth(12, tile) * .7 + .3).clamp(0, 1) * c.u(0, .6) * c.yes(.2))
    return ink * (c.u(.65, 1) - c.yes(.15) * c.u(0, .25))


@torch.no_grad()
def photographs(pool, count, generator, tile=TILE, kinds=None, print_only=.15, whole=False, ink=None, scales=(.45, 2.1)):
    """`count` photos of sheets of `pool` (N, 6, S, S): the photo, the truth without writing, the masks, and which of INKS the student has (`ink` gives it)."""
    device, sheets = pool.device, len(pool)
    c = Chance(count, device, generator)
    draw = lambda: torch.randint(sheets, (count,), device=device, generator=generator)
    page = draw() if kinds is None else kinds
    own = (c.u()[:, 0, 0, 0] < .85) | whole
    other = torch.where(own, page, draw())
    grid, scale = warp_grid(c, tile, pool.shape[-1], tile, whole, scales)
    shift = c.u(-.5, .5, 1, 1, 2) * (~own)[:, None, None, None]
    printed = F.grid_sample(pool[page, :2].float() / 255, grid, align_corners=False)
    written = F.grid_sample(pool[other, 2:5].float() / 255, grid + shift, align_corners=False)
    hue = F.grid_sample(pool[page, 5:6].float() / 255, grid, mode='nearest', align_corners=False)
    behind = F.grid_sample(pool[draw(), 0:3:2].flip(-1).float() / 255, grid, align_corners=False)
    ghost = torch.maximum(behind[:, :1], behind[:, 1:])

    printed_ink, tone = printing(c, printed[:, :1], tile), printed[:, 1:] * (1 - c.u(0, .6) * c.yes(.5))
    press = pick(c, PRINTS, .02)
    student, teacher, glow = written.clamp(min=0).split(1, 1)
    student, pens, ink = inked(c, student, press, tile, ink)
    teacher = teacher ** c.u(.6, 1.4) * c.u(.6, 1)
    unwritten = c.yes(print_only)
    student, teacher = student * (1 - unwritten) * (1 - c.yes(.05)), teacher * (1 - unwritten) * (1 - c.yes(.4))
    glow = glow * (1 - unwritten)

    paper = (c.u(.82, 1) + c.n(3, 1, 1) * .02).clamp(.6, 1) * (1 + c.n(1, tile, tile) * c.u(0, .012) + c.smooth(90, tile) * c.u(0, .03) * c.yes(.3))
    paper = paper * (1 - c.yes(.35) * c.u(.02, .2) * F.avg_pool2d(F.avg_pool2d(F.pad(ghost, [3] * 4), (7, 1), 1), (1, 7), 1))
    specks = (c.u(0, 1, 1, tile, tile) < c.u(0, .0006) * c.yes(.12)).float() * c.u(.2, .8)
    clean = paper * (1 - printed_ink * (1 - colours_of(c, hue, press))) * (1 - tone * (1 - colours_of(c, hue, pick(c, TONES, .06)))) * (1 - specks)
    reds, glows = pick(c, REDS, .05), pick(c, GLOWS, .04)
    filled = clean * (1 - glow * .8 * (1 - glows)) * (1 - student * (1 - pens)) * (1 - teacher * (1 - reds))
    seen = lambda alpha, colour: alpha * (1 - colour.amin(1, keepdim=True))
    by_student = torch.maximum(seen(student, pens), seen(glow * .8, glows) * .7)
    stack = blur(torch.cat([filled, clean, by_student, seen(teacher, reds)], 1), kernels(c))
    if c.coin() < .3:  # a page held too close: large print out of focus
        near = scale[:, :, :, None]
        stack = softened(stack, (near * c.u(.4, 1.4) * c.yes(.5) * (near > 1.1)).clamp(min=.05), 17)
    lamp = light(c, tile)

    desk, angle = c.yes(.14), c.u(0, 6.28)
    line = torch.linspace(-1, 1, tile, device=device)
    outside = ((torch.cos(angle) * line + torch.sin(angle) * line[:, None]) > c.u(.4, 1)).float() * desk * (not whole)
    weave = torch.sin((torch.cos(angle * 3) * line + torch.sin(angle * 3) * line[:, None]) * c.u(40, 400)) * c.u(0, .08) * c.yes(.4)
    wood = (c.u(.1, .85) + c.n(3, 1, 1) * .12 + c.smooth(5, tile, 3) * .12 + c.smooth(60, tile) * .06 + weave - c.yes(.3) * .5 * behind[:, :1]).clamp(.02, 1)
    lit = [t * lamp * (1 - outside) + wood * lamp * outside for t in (stack[:, :3], stack[:, 3:6], paper.expand(-1, 3, -1, -1))]
    out = expose(c, torch.cat([*lit, stack[:, 6:8]], 1))
    x, truth, base = (out[:, :3] * 255).round() / 255, out[:, 3:6], out[:, 6:9]
    inside = 1 - outside
    dark = (1 - truth / base.clamp(min=.02)).amax(1, keepdim=True) * inside
    is_print = (dark > .08).float()  # the print mask starts at half the print's mean darkness, so faint print counts too
    half = (.5 * (dark * is_print).sum((1, 2, 3), keepdim=True) / is_print.sum((1, 2, 3), keepdim=True).clamp(min=1)).clamp(.07, .2)
    return dict(x=x, clean=truth, student=(out[:, 9:10] > SEEN).float() * inside, teacher=(out[:, 10:11] > SEEN).float() * inside,
                print=(dark > half).float(), inside=inside, scale=scale, ink=ink)
