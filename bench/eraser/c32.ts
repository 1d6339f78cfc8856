/**
 * The reference network for speed: a U-Net of 32 channels over cells of 4×4 pixels, with random weights. Its
 * time shows how fast this machine is at present, and what the first experiment's network would take.
 */
import { createRandom } from '../../tests/random.ts';
import { onnxWriter } from './onnx-file.ts';

const widths = [32, 64, 96, 128] as const;
const blocks = [1, 2, 2, 3] as const;

export function c32(): Buffer {
  const generator = createRandom(32);
  const { weight, node, file } = onnxWriter();
  const random = (shape: number[]) => {
    const size = shape.reduce((a, b) => a * b);
    const spread = Math.sqrt(2 / (size / (shape[0] as number)));
    return weight(
      Float32Array.from({ length: size }, () => generator.normal() * spread),
      shape,
    );
  };
  const conv = (x: string, from: number, to: number, kernel: number, stride = 1) =>
    node('Conv', [x, random([to, from, kernel, kernel]), random([to])], {
      kernel_shape: [kernel, kernel],
      strides: [stride, stride],
      pads: Array(4).fill((kernel - 1) / 2),
    });
  const relu = (x: string) => node('Relu', [x]);
  const residual = (x: string, c: number) => relu(node('Add', [x, conv(relu(conv(x, c, c, 3)), c, c, 3)]));
  const twice = weight(Float32Array.from([1, 1, 2, 2]), [4]);

  let x = relu(conv(node('SpaceToDepth', ['rgb'], { blocksize: 4 }), 48, widths[0], 3));
  const skips: string[] = [];
  widths.forEach((width, level) => {
    for (let k = 0; k < (blocks[level] as number); k++) x = residual(x, width);
    const next = widths[level + 1];
    if (next === undefined) return;
    skips.push(x);
    x = relu(conv(x, width, next, 3, 2));
  });
  for (let level = widths.length - 2; level >= 0; level--) {
    const [width, below] = [widths[level] as number, widths[level + 1] as number];
    const up = node('Resize', [relu(conv(x, below, width, 1)), '', twice], {
      mode: 'nearest',
      coordinate_transformation_mode: 'asymmetric',
      nearest_mode: 'floor',
    });
    x = residual(node('Add', [skips[level] as string, up]), width);
  }
  const head = conv(relu(conv(x, widths[0], 96, 1)), 96, 96, 1);
  return file('rgb', ['n', 3, 'h', 'w'], [node('Sigmoid', [node('DepthToSpace', [head], { blocksize: 4 })])]);
}
