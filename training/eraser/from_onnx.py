"""Restores the PyTorch state of the three networks from their ONNX files, to continue training: writes MEAN.pt for `train.py --start`.

usage: from_onnx.py MODELS PACK MEAN.pt     (MODELS: as they ship, or before `quantise.py`)

Export folds each batch normalisation into the convolution before it. This undoes it, with the mean and variance of the
convolution's output over synthetic photographs, so that the network gives the same output and can be trained further.
Convolution weights are scaled to the size of newly initialised ones, which the normalisation cancels: an optimiser step
then changes all of them equally.
"""
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn as nn
from onnx import numpy_helper

from camera import photographs
from export import FILES
from network import coarse, enlarged, fine, halved, page_view
from page import draw_page
from store import Store

SHEETS, PHOTOGRAPHS, GROWN = 32, 6, 1.5


def folded(path):
    """Weight and bias of each convolution, in graph order."""
    graph = onnx.load(str(path)).graph
    arrays = {t.name.removesuffix('.half'): numpy_helper.to_array(t).astype(np.float32) for t in graph.initializer}
    for n in graph.node:
        # In files of `quantise.py` weights are integer multiples of each channel's scale.
        if n.op_type == 'DequantizeLinear' and n.input[0] in arrays:
            steps, size = arrays[n.input[0]], arrays[n.input[1]]
            arrays[n.output[0]] = steps * size.reshape(-1, *[1] * (steps.ndim - 1))
    return [(arrays[n.input[1]], arrays[n.input[2]]) for n in graph.node if n.op_type == 'Conv']


def pairs(net, example):
    """Each convolution, in the order of execution, with the normalisation after it (the last has none)."""
    order = []
    hooks = [m.register_forward_hook(lambda m, i, o: order.append(m)) for m in net.modules() if isinstance(m, (nn.Conv2d, nn.BatchNorm2d))]
    with torch.no_grad():
        net.raw(*example)
    for h in hooks:
        h.remove()
    return [(m, after if isinstance(after, nn.BatchNorm2d) else None) for m, after in zip(order, [*order[1:], None]) if isinstance(m, nn.Conv2d)]


def restore(net, path, inputs):
    """Fills `net` from the file, then measures the output of each convolution over `inputs`."""
    net.eval()
    run = pairs(net, [t[:1] for t in inputs[0]])
    with torch.no_grad():
        for (conv, norm), (weight, bias) in zip(run, folded(path), strict=True):
            conv.weight.copy_(torch.from_numpy(weight))
            if norm is None:
                conv.bias.copy_(torch.from_numpy(bias))
            else:
                norm.running_mean.zero_(), norm.running_var.fill_(1 - norm.eps), norm.weight.fill_(1), norm.bias.copy_(torch.from_numpy(bias))
        sums = {}

        def count(conv, _, out):
            had = sums.get(conv, (0, 0, 0))
            sums[conv] = (had[0] + out.double().mean((0, 2, 3)), had[1] + (out.double() ** 2).mean((0, 2, 3)), had[2] + 1)

        hooks = [conv.register_forward_hook(count) for conv, norm in run if norm is not None]
        for one in inputs:
            net.raw(*one)
        for h in hooks:
            h.remove()
        for conv, norm in run:
            if norm is None:
                continue
            total, squares, n = sums[conv]
            mean, spread = total / n, (squares / n - (total / n) ** 2).clamp(min=1e-8)
            fresh = GROWN / (3 * conv.weight[0].numel()) ** .5
            by = (fresh / conv.weight.double().pow(2).mean((1, 2, 3)).sqrt().clamp(min=1e-8))
            conv.weight.mul_(by[:, None, None, None].float())
            norm.running_mean.copy_(mean * by), norm.running_var.copy_(spread * by ** 2)
            gain = (spread * by ** 2 + norm.eps).sqrt() / by
            norm.weight.copy_(gain), norm.bias.add_(mean.float())
    return net


def main():
    models, pack, out = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    store = Store(pack, 'train')
    sheets = torch.from_numpy(np.stack([draw_page(store, 90_000_000 + i)[0] for i in range(SHEETS)]))
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    g = torch.Generator(device).manual_seed(90)
    seen = [photographs(sheets.to(device), 16, g, tile=512)['x'].cpu() for _ in range(PHOTOGRAPHS)]
    nets = dict(page=restore(page_view(), models / FILES['page'], [(halved(x),) for x in seen]))
    with torch.no_grad():
        views = [enlarged(nets['page'](halved(x))[0]) for x in seen]
    nets['coarse'] = restore(coarse(), models / FILES['coarse'], list(zip(seen, views)))
    with torch.no_grad():
        inputs = [(x[..., :320, :320], nets['coarse'](x, view)[0][..., :320, :320]) for x, view in zip(seen, views)]
    nets['fine'] = restore(fine(), models / FILES['fine'], inputs)
    torch.save({name: net.state_dict() for name, net in nets.items()}, out)


if __name__ == '__main__':
    main()
