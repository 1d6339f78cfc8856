/** The two small networks that run before erasing: one predicts the page's area, one which way up the page is. */

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

/**
 * Fixed, whatever number the caller chose: the result must not depend on it. The
 * eraser's threads are idle meanwhile.
 */
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

/** The network's prediction: how much of each cell of the picture is page, 0 to 1, in rows from the top left. */
export interface PageArea {
  share: Float32Array;
  columns: number;
  rows: number;
}

/** As in training: the longer side of the input, the pixels of an output cell, and the multiple each side must be. */
const inputSide = 384;
const cell = 4;
const multiple = 32;

const wholeCells = (side: number) => Math.max(multiple, Math.round(side / multiple) * multiple);

export async function predictPageArea(
  { page }: PageNetworks,
  { data, width, height }: Picture,
): Promise<PageArea> {
  const scale = inputSide / Math.max(width, height);
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

/** Probabilities that a grey page is rotated clockwise by 0, 90, 180 or 270°. Its sides must be multiples of 32. */
export async function predictTurn({ turn }: PageNetworks, grey: Uint8Array, width: number, height: number) {
  const light = new Float32Array(grey.length);
  for (let i = 0; i < grey.length; i++) light[i] = (grey[i] as number) / 255;
  const { turned } = await turn.run({ grey: new Tensor('float32', light, [1, 1, height, width]) });
  const probabilities = Array.from((turned as Tensor).data as Float32Array);
  turned?.dispose();
  return probabilities;
}
