/** The two small networks that look at the picture before anything is erased: where its page is, and which way up that lies. */

import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import type { Picture } from '../read-picture.ts';
import { PaperError } from '../types.ts';
import { openNetwork } from '../writing/tile-runs.ts';

export interface PageNetworks {
  page: InferenceSession;
  turn: InferenceSession;
}

/** The eraser's threads wait while these two look. As many whatever is asked for: the result must not depend on that. */
const threads = 2;

export async function openPageNetworks(modelsDir: string): Promise<PageNetworks> {
  try {
    const [page, turn] = await Promise.all([
      openNetwork(join(modelsDir, 'page.onnx'), threads),
      openNetwork(join(modelsDir, 'turn.onnx'), threads),
    ]);
    return { page, turn };
  } catch (error) {
    throw new PaperError('models', (error as Error).message, { cause: error });
  }
}

/** How much of each cell of the picture is page, 0 to 1, in rows from the top left. */
export interface Seen {
  share: Float32Array;
  columns: number;
  rows: number;
}

/** What the network was trained on: the longer side of the picture, and the pixels of a cell. */
const seenSide = 384;
const cell = 4;
const multiple = 32;

const wholeCells = (side: number) => Math.max(multiple, Math.round(side / multiple) * multiple);

export async function seePage({ page }: PageNetworks, { data, width, height }: Picture): Promise<Seen> {
  const scale = seenSide / Math.max(width, height);
  const [w, h] = [wholeCells(width * scale), wholeCells(height * scale)];
  const rgb = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(w, h, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  const planes = new Float32Array(3 * w * h);
  for (let i = 0; i < w * h; i++)
    for (let c = 0; c < 3; c++) planes[c * w * h + i] = (rgb[i * 3 + c] as number) / 255;
  const { page: answer } = await page.run({ rgb: new Tensor('float32', planes, [1, 3, h, w]) });
  const share = Float32Array.from((answer as Tensor).data as Float32Array);
  answer?.dispose();
  return { share, columns: w / cell, rows: h / cell };
}

/** How likely a grey page is turned clockwise by none, one, two or three quarters. Its sides are multiples of 32. */
export async function seeTurn({ turn }: PageNetworks, grey: Uint8Array, width: number, height: number) {
  const light = new Float32Array(grey.length);
  for (let i = 0; i < grey.length; i++) light[i] = (grey[i] as number) / 255;
  const { turned } = await turn.run({ grey: new Tensor('float32', light, [1, 1, height, width]) });
  const likely = Array.from((turned as Tensor).data as Float32Array);
  turned?.dispose();
  return likely;
}
