"""Exports the networks to ONNX, compares each with its PyTorch original and times them on two threads.

usage: export.py MEAN.pt OUT
"""
import inspect, sys, time
from pathlib import Path

import numpy as np
import torch

from network import coarse, fine, page_view

FILES = dict(page='eraser-view.onnx', coarse='eraser.onnx', fine='eraser-fine.onnx')
EXTRA = dict(coarse='view', fine='coarse')  # the second input of each: what the network before it answered

TOLERANCE = .001


def export(net, extra, path, side, name='coarse'):
    inputs, names = [torch.rand(1, 3, side, side)], ['rgb']
    if extra:
        inputs.append(torch.rand(1, 3, side, side))
        names.append(name)
    axes = {n: {0: 'n', 2: 'h', 3: 'w'} for n in [*names, 'masks', 'colour']}
    old = {} if 'dynamo' not in inspect.signature(torch.onnx.export).parameters else dict(dynamo=False)
    torch.onnx.export(net, tuple(inputs), str(path), input_names=names, output_names=['masks', 'colour'], dynamic_axes=axes, opset_version=17, **old)


def halve(path):
    """Stores the weights as 16-bit floats; the runtime converts them once, when it opens the file."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    model = onnx.load(str(path))
    kept, casts = [], []
    for tensor in model.graph.initializer:
        if tensor.data_type == TensorProto.FLOAT and np.prod(tensor.dims) > 256:
            kept.append(numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), f'{tensor.name}.half'))
            casts.append(helper.make_node('Cast', [f'{tensor.name}.half'], [tensor.name], to=TensorProto.FLOAT))
        else:
            kept.append(tensor)
    nodes = [*casts, *model.graph.node]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def check(net, extra, path, side, pictures, name='coarse'):
    """Share of mask pixels that differ between ONNX Runtime and PyTorch."""
    import onnxruntime as ort
    options = ort.SessionOptions()
    options.intra_op_num_threads = 2
    session = ort.InferenceSession(str(path), options, providers=['CPUExecutionProvider'])
    differ, total = 0, 0
    for x in pictures:
        feed = dict(rgb=x.numpy())
        with torch.no_grad():
            if extra:
                guess = torch.rand(x.shape)
                feed[name] = guess.numpy()
                ours = net(x, guess)[0]
            else:
                ours = net(x)[0]
        theirs = session.run(['masks'], feed)[0]
        differ += int(((theirs > .5) != (ours.numpy() > .5)).sum())
        total += theirs.size
    x = np.random.rand(1, 3, side, side).astype(np.float32)
    feed = {'rgb': x, name: x} if extra else dict(rgb=x)
    session.run(None, feed)
    began = time.perf_counter()
    for _ in range(3):
        session.run(None, feed)
    seconds = (time.perf_counter() - began) / 3
    print(f'{Path(path).name}: {Path(path).stat().st_size / 1e6:.2f} MB, mask differs in {differ / total:.6f} of pixels, {seconds / side / side * 1e6:.3f} s per megapixel on 2 threads', flush=True)
    if differ / total > TOLERANCE:
        sys.exit('ONNX and PyTorch disagree')


def export_all(nets, out, pictures=None):
    pictures = pictures or [torch.rand(1, 3, 256, 320) * .2 + torch.nn.functional.interpolate(torch.rand(1, 3, 40, 50), size=(256, 320)) * .8 for _ in range(3)]
    for name, net in nets.items():
        path, extra = Path(out) / FILES[name], EXTRA.get(name)
        export(net.eval(), net.extra, path, 256, extra)
        halve(path)
        check(net, net.extra, path, 512 if name == 'fine' else 1024, pictures, extra)


if __name__ == '__main__':
    mean = torch.load(sys.argv[1], map_location='cpu', weights_only=True)
    nets = dict(page=page_view(), coarse=coarse(), fine=fine())
    for name, net in nets.items():
        net.load_state_dict({k: v.to(net.state_dict()[k].dtype) for k, v in mean[name].items()})
    export_all(nets, sys.argv[2])
