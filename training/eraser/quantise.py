"""Quantises the three networks to 8 bits, from the ONNX files of `export.py` and photographs generated as in training.

usage: quantise.py MODELS PACK OUT

Every convolution of the body, and the operations between them, use 8-bit numbers: signed weights with one scale per channel,
rounded to 7 bits; signed activations with one scale per tensor. Layer by layer, with the earlier layers already quantised:

1. the channels of a tensor are scaled to similar ranges, which changes nothing but the rounding (`equalise`);
2. weights are rounded one input after the other, and the remaining inputs compensate for the error (`rounded`; known as GPTQ);
3. the bias corrects the error of each channel's mean;
4. the range of the layer's output is the one with the least squared error.

Local paper, the division by it, and the last convolution, whose colour needs finer steps than 8 bits, are not quantised.
"""
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper

from camera import photographs
from export import FILES
from network import coarse, enlarged, fine, halved, page_view
from page import draw_page
from store import Store

SHEETS, PHOTOGRAPHS, SEED = 40, 12, 90_500_000
MOST = 64  # 7 bits: the sum of two products of an unsigned and a signed byte then fits in 16 bits, as processors without dot-product instructions need
EVEN = .5  # exponent of equalise(): 0 leaves the ranges of channels as they are, 1 makes them equal
FREE = ('/body/head/head.1/Conv',)


class Layers:
    """The body of a network as convolutions, sums and enlargements, each with the ReLU after it."""

    def __init__(self, model):
        graph = model.graph
        arrays = {t.name.removesuffix('.half'): numpy_helper.to_array(t).astype(np.float32) for t in graph.initializer}
        body = [n for n in graph.node if n.name.startswith('/body/') and n.op_type in ('Conv', 'Relu', 'Add', 'Resize')]
        relus = {n.input[0]: n.output[0] for n in body if n.op_type == 'Relu'}
        self.steps, self.nodes = [], body
        for n in body:
            if n.op_type == 'Relu':
                continue
            out = n.output[0]
            step = dict(name=n.name, kind=n.op_type, x=n.input[0], out=relus.get(out, out), relu=out in relus)
            if n.op_type == 'Conv':
                have = {a.name: helper.get_attribute_value(a) for a in n.attribute}
                step |= dict(w=torch.from_numpy(arrays[n.input[1]].copy()), b=torch.from_numpy(arrays[n.input[2]].copy()), stride=have['strides'][0], pad=have['pads'][0])
            if n.op_type == 'Add':
                step['y'] = n.input[1]
            self.steps.append(step)
        self.input, self.output = self.steps[0]['x'], self.steps[-1]['out']
        self.last_use = {}
        for i, s in enumerate(self.steps):
            for t in (s['x'], s.get('y')):
                self.last_use[t] = i


def answer(step, x, y=None, w=None, b=None):
    """The output of a step, before its ReLU."""
    if step['kind'] == 'Conv':
        return F.conv2d(x, step['w'] if w is None else w, step['b'] if b is None else b, step['stride'], step['pad'])
    if step['kind'] == 'Add':
        return x + y
    return F.interpolate(x, scale_factor=2.0, mode='nearest')


def run(layers, x, visit=lambda step, out: out):
    """Runs all steps; `visit` gets each output and may replace it."""
    have = {layers.input: visit(None, x)}
    for i, s in enumerate(layers.steps):
        out = answer(s, have[s['x']], have.get(s.get('y')))
        have[s['out']] = visit(s, out.relu_() if s['relu'] else out)
        for t in [t for t in have if layers.last_use.get(t, i + 1) <= i]:
            del have[t]
    return have[layers.output]


class Body(torch.nn.Module):
    """Replaces a network's body and saves its last input."""

    def __init__(self, layers):
        super().__init__()
        self.layers, self.last_input = layers, None

    def forward(self, x):
        self.last_input = x
        return run(self.layers, x)


def equalise(layers, x, even=EVEN):
    """Scales the channels of each tensor to similar ranges. ReLU, sums and resizing preserve a positive factor, so the output stays the same."""
    group = {}

    def find(t):
        while group.setdefault(t, t) != t:
            t = group[t]
        return t

    for s in layers.steps:
        if s['kind'] != 'Conv':
            for t in (s['x'], s.get('y')):
                if t:
                    group[find(t)] = find(s['out'])
    reach = {}

    def visit(step, out):
        t = find(step['out'] if step else layers.input)
        high = torch.quantile(out.abs().transpose(0, 1).flatten(1)[:, ::7].float(), .999, dim=1)
        reach[t] = torch.maximum(reach.get(t, high), high)
        return out

    run(layers, x, visit)
    factor = {}
    for t, high in reach.items():
        high = high.clamp(min=float(high.max()) / 64)
        factor[t] = (high / high.log().mean().exp()) ** even
    for t in (layers.input, layers.output):
        factor[find(t)] = torch.ones_like(factor[find(t)])
    for s in layers.steps:
        if s['kind'] == 'Conv':
            s['w'] = s['w'] * factor[find(s['x'])][None, :, None, None] / factor[find(s['out'])][:, None, None, None]
            s['b'] = s['b'] / factor[find(s['out'])]


def scales_of(w, most, tries=24):
    """For each output channel, the scale with the least squared error."""
    high = w.abs().flatten(1).amax(1).clamp(min=1e-8)
    best, least = high / most, torch.full_like(high, float('inf'))
    for k in range(tries):
        step = high / most * (1 - .5 * k / tries)
        r = step[:, None, None, None]
        error = ((w / r).round().clamp(-most, most) * r - w).pow(2).flatten(1).sum(1)
        best, least = torch.where(error < least, step, best), torch.minimum(error, least)
    return best


def patches(step, x, count=16_000):
    """The input patches of a convolution, as rows; a random sample if there are many."""
    g = torch.Generator().manual_seed(1)
    k, rows = step['w'].shape[-1], []
    for one in x.split(4):
        unfolded = F.unfold(one, k, padding=step['pad'], stride=step['stride']).transpose(1, 2).flatten(0, 1)
        rows.append(unfolded[torch.randperm(len(unfolded), generator=g)[:count * len(one) // len(x)]])
    return torch.cat(rows)


def rounded(step, x, most=MOST):
    """Weights as integers, and the scale of each channel (GPTQ)."""
    scale = scales_of(step['w'], most)
    samples = patches(step, x)
    h = (samples.T @ samples).double() / len(samples)
    h += torch.eye(len(h)) * h.diagonal().mean() * .01
    order = h.diagonal().argsort(descending=True)
    h = h[order][:, order]
    u = torch.linalg.cholesky(torch.cholesky_inverse(torch.linalg.cholesky(h)), upper=True)
    w = step['w'].flatten(1).double()[:, order]
    q = torch.zeros_like(w)
    for i in range(w.shape[1]):
        q[:, i] = (w[:, i] / scale).round().clamp(-most, most)
        lost = (w[:, i] - q[:, i] * scale) / u[i, i]
        w[:, i:] -= lost[:, None] * u[i, i:]
    back = torch.empty_like(order)
    back[order] = torch.arange(len(order))
    return q[:, back].reshape(step['w'].shape).float(), scale


def range_of(values, positive, tries=25):
    """Scale and zero point with the least squared error. Zero is represented exactly, because padding is zero."""
    g = torch.Generator().manual_seed(2)
    v = values.flatten()
    v = v[torch.randint(len(v), (100_000,), generator=g)] if len(v) > 100_000 else v
    low, high = (0., float(values.max())) if positive else (min(float(values.min()), 0.), max(float(values.max()), 0.))
    best = None
    for k in range(tries):
        by = 1 - .8 * k / tries
        scale = max((high - low) * by / 255, 1e-8)
        zero = -128 if positive else int(np.clip(round(-128 - low * by / scale), -128, 127))
        error = float((fake(v, scale, zero) - v).pow(2).mean())
        if best is None or error < best[0]:
            best = (error, scale, zero)
    return best[1:]


def fake(x, scale, zero):
    """x after rounding to a byte and back (fake quantisation)."""
    return ((x / scale).round_().add_(zero).clamp_(-128, 127).sub_(zero)).mul_(scale)


def quantise(layers, x, free=FREE, most=MOST):
    """Fills in the integer weights `q` with `scale` and a bias of each convolution not in `free`, and the `ranges` of the tensors between them."""
    ranges = {layers.input: range_of(x, False)}
    have = {layers.input: (x, fake(x, *ranges[layers.input]))}
    for i, s in enumerate(layers.steps):
        (x0, x8), (y0, y8) = have[s['x']], have.get(s.get('y'), (None, None))
        true = answer(s, x0, y0)
        if s['kind'] == 'Conv' and s['name'] not in free:
            s['q'], s['scale'] = rounded(s, x8, most)
            s['w8'] = s['q'] * s['scale'][:, None, None, None]
            s['b8'] = s['b'] + (true - answer(s, x8, w=s['w8'])).mean((0, 2, 3))
            ours = answer(s, x8, w=s['w8'], b=s['b8'])
        else:
            ours = answer(s, x8, y8)
        if s['relu']:
            true, ours = true.relu_(), ours.relu_()
        if s['kind'] == 'Resize':
            ranges[s['out']] = ranges[s['x']]
        elif s['out'] != layers.output or s['name'] not in free:
            # Skip connections add two non-negative tensors: the sum is non-negative without a ReLU.
            ranges[s['out']] = range_of(ours, s['relu'] or float(ours.min()) >= 0)
            ours = fake(ours, *ranges[s['out']])
        have[s['out']] = (true, ours)
        noise = float((ours - true).pow(2).mean() / true.var())
        print(f'{s["name"]:40} squared error {noise:.5f} of the variance', flush=True)
        for t in [t for t in have if layers.last_use.get(t, i + 1) <= i]:
            del have[t]
    layers.ranges = ranges


def write(model, layers, path):
    """Writes the graph with DequantizeLinear and QuantizeLinear around each step, which the runtime fuses to one 8-bit operation."""
    graph = model.graph
    before, after, past_body = [], [], False
    names = {n.name for n in layers.nodes}
    conv_inputs = {t for n in layers.nodes if n.op_type == 'Conv' for t in n.input[1:]}
    for n in graph.node:
        if n.name in names:
            past_body = True
        elif n.op_type == 'Cast' and n.output[0] in conv_inputs:
            pass
        else:
            (after if past_body else before).append(n)
    made, tensors = [], []

    def tensor(name, array):
        tensors.append(numpy_helper.from_array(np.asarray(array, order='C'), name))
        return name

    bytes_ = {}

    def scale_of(t):
        scale, zero = layers.ranges[t]
        key = f'{t}.scale'
        if not any(one.name == key for one in tensors):
            tensor(key, np.float32(scale)), tensor(f'{t}.zero', np.uint8(zero + 128))  # unsigned: a quarter quicker than signed on x86-64
        return [key, f'{t}.zero']

    def narrow(t, plain):
        made.append(helper.make_node('QuantizeLinear', [plain, *scale_of(t)], [f'{t}.byte']))
        made.append(helper.make_node('DequantizeLinear', [f'{t}.byte', *scale_of(t)], [f'{t}.wide']))
        bytes_[t] = f'{t}.wide'

    narrow(layers.input, layers.input)
    for s in layers.steps:
        x = bytes_[s['x']]
        plain = s['out'] if s['out'] == layers.output else f'{s["out"]}.plain'
        if s['kind'] == 'Conv':
            k = s['w'].shape[-1]
            have = dict(kernel_shape=[k, k], strides=[s['stride']] * 2, pads=[s['pad']] * 4, dilations=[1, 1], group=1)
            w, b = f'{s["name"]}.weight', f'{s["name"]}.bias'
            if 'q' in s:
                tensor(f'{w}.byte', s['q'].numpy().astype(np.int8)), tensor(f'{w}.scale', s['scale'].float().numpy())
                tensor(f'{w}.zero', np.zeros(len(s['q']), np.int8))
                by = s['scale'].double().numpy() * layers.ranges[s['x']][0]
                tensor(f'{b}.byte', np.round(s['b8'].double().numpy() / by).astype(np.int32))
                tensor(f'{b}.scale', by.astype(np.float32)), tensor(f'{b}.zero', np.zeros(len(s['q']), np.int32))
                made.append(helper.make_node('DequantizeLinear', [f'{w}.byte', f'{w}.scale', f'{w}.zero'], [w], axis=0))
                made.append(helper.make_node('DequantizeLinear', [f'{b}.byte', f'{b}.scale', f'{b}.zero'], [b], axis=0))
            else:
                tensor(f'{w}.half', s['w'].numpy().astype(np.float16)), tensor(b, s['b'].numpy())
                made.append(helper.make_node('Cast', [f'{w}.half'], [w], to=TensorProto.FLOAT))
            made.append(helper.make_node('Conv', [x, w, b], [plain], name=s['name'], **have))
        elif s['kind'] == 'Add':
            made.append(helper.make_node('Add', [x, bytes_[s['y']]], [plain], name=s['name']))
        else:
            made.append(helper.make_node('Resize', [x, '', tensor(f'{s["name"]}.by', np.float32([1, 1, 2, 2]))], [plain], name=s['name'],
                                         mode='nearest', coordinate_transformation_mode='asymmetric', nearest_mode='floor'))
        # The lowest byte of a non-negative tensor means zero, so rounding to bytes also applies its ReLU.
        if s['out'] in layers.ranges:
            narrow(s['out'], plain)
    kept = [t for t in graph.initializer if t.name.removesuffix('.half') not in conv_inputs]
    nodes = [*before, *made, *after]
    del graph.initializer[:], graph.node[:], graph.value_info[:]
    graph.initializer.extend([*kept, *tensors])
    used = {t for n in nodes for t in n.input}
    graph.node.extend(n for n in nodes if n.op_type != 'Constant' or n.output[0] in used)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def drawn(pack):
    """Photographs as in training, of sheets with other seeds."""
    store = Store(pack, 'train')
    sheets = torch.from_numpy(np.stack([draw_page(store, SEED + i)[0] for i in range(SHEETS)]))
    g = torch.Generator().manual_seed(7)
    return torch.cat([photographs(sheets, PHOTOGRAPHS // 2, g, tile=512)['x'] for _ in range(2)])


def body_input(net, *inputs):
    """The input of a network's body."""
    net.raw(*inputs)
    return net.body.last_input


@torch.no_grad()
def quantise_all(models, photos, out):
    nets = dict(page=page_view().eval(), coarse=coarse().eval(), fine=fine().eval())
    for name, net in nets.items():
        net.body = Body(Layers(onnx.load(str(Path(models) / FILES[name]))))
    view = enlarged(nets['page'](halved(photos))[0])
    guess = nets['coarse'](photos, view)[0]
    inputs = dict(page=(halved(photos),), coarse=(photos, view), fine=(photos[..., :320, :320], guess[..., :320, :320]))
    for name, net in nets.items():
        layers, x = net.body.layers, body_input(net, *inputs[name])
        equalise(layers, x)
        quantise(layers, x)
        write(onnx.load(str(Path(models) / FILES[name])), layers, Path(out) / FILES[name])


if __name__ == '__main__':
    quantise_all(sys.argv[1], drawn(sys.argv[2]), sys.argv[3])
