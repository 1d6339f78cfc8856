import { fileURLToPath } from 'node:url';
import type { InferenceSession } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { readConstants } from '../constants.ts';
import { networkPage, sharedBytes } from './network-page.ts';
import { runCoarse, withMargin } from './tile-runs.ts';
import { runView } from './view.ts';

const constants = readConstants(fileURLToPath(new URL('../../../../models', import.meta.url)));

/** A network whose masks are one of its inputs. */
const echo = (input: string) =>
  ({
    run: async (
      feeds: Record<string, { data: Float32Array }>,
      fetches: Record<string, { data: Float32Array }> | string[],
    ) => {
      const { data } = feeds[input] as { data: Float32Array };
      if (Array.isArray(fetches)) return { masks: { data, dispose() {} } };
      fetches.masks?.data.set(data);
      return fetches;
    },
  }) as unknown as InferenceSession;

it('the view covers the whole page with its edges, and each tile gets the part of it that it lies on', async () => {
  const [width, height] = [300, 190];
  const rgb = sharedBytes(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rgb.set([x & 254, y & 254, 7], (y * width + x) * 3);
  const page = networkPage(rgb, width, height, constants);
  expect(page.view).toMatchObject({ width: 192, height: 128 });
  await runView(echo('rgb'), page);
  const size = 192 * 128;
  expect([page.view.masks[0], page.view.masks[size], page.view.masks[2 * size]]).toEqual([0, 0, 7]);
  const tile = { x: 96, y: 64, width: 100, height: 90 };
  await runCoarse(echo('view'), page, tile, withMargin(tile, 64, page, constants));
  const plane = width * height;
  for (const [x, y] of [
    [96, 64],
    [131, 101],
    [195, 153],
  ] as const) {
    const i = y * width + x;
    expect([page.coarse[i], page.coarse[i + plane], page.coarse[i + 2 * plane]]).toEqual([
      x & 254,
      y & 254,
      7,
    ]);
  }
  expect(page.coarse[64 * width + 95]).toBe(0);
});
