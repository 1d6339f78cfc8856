/** Runs the view network, which sees the whole page at once, at half size: what hand and press look like here. */

import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { PaperError } from '../types.ts';
import type { NetworkPage } from './network-page.ts';
import { clamped, openNetwork } from './tile-runs.ts';

/** Fixed, whatever number the caller chose, as for the networks that find the page. */
const threads = 2;

export async function openViewNetwork(modelsDir: string) {
  try {
    return await openNetwork(join(modelsDir, 'eraser-view.onnx'), threads);
  } catch (error) {
    throw new PaperError('models', (error as Error).message, { cause: error });
  }
}

/** The means of 2×2 pixels, page edges repeated. */
function halved({ rgb, width, height, view }: NetworkPage) {
  const size = view.width * view.height;
  const planes = new Float32Array(3 * size);
  const columns = clamped(-view.edge, 2 * view.width, width).map((x) => x * 3);
  const rows = clamped(-view.edge, 2 * view.height, height).map((y) => y * width * 3);
  for (let y = 0, to = 0; y < view.height; y++) {
    const [above, below] = [rows[2 * y] as number, rows[2 * y + 1] as number];
    for (let x = 0; x < view.width; x++, to++) {
      const [left, right] = [columns[2 * x] as number, columns[2 * x + 1] as number];
      for (let c = 0; c < 3; c++) {
        const sum =
          (rgb[above + left + c] as number) +
          (rgb[above + right + c] as number) +
          (rgb[below + left + c] as number) +
          (rgb[below + right + c] as number);
        planes[to + c * size] = sum / 1020;
      }
    }
  }
  return planes;
}

export async function runView(session: InferenceSession, page: NetworkPage) {
  const { width, height, masks } = page.view;
  const rgb = new Tensor('float32', halved(page), [1, 3, height, width]);
  const answer = await session.run({ rgb }, ['masks']);
  const found = answer.masks?.data as Float32Array;
  for (let i = 0; i < masks.length; i++) masks[i] = (found[i] as number) * 255 + 0.5;
  answer.masks?.dispose();
}
