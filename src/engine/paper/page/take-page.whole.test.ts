import { describe, expect, it } from 'vitest';
import type { Picture } from '../read-picture.ts';
import type { TaskPool } from '../task-pool.ts';
import type { Corners, Turn } from '../types.ts';
import { sharedBytes } from '../writing/network-page.ts';
import { findBend } from './curl.ts';
import { frame } from './geometry.ts';
import type { PageNetworks } from './networks.ts';
import { samplePage } from './sample.ts';
import { straightenRows, straightenTasks } from './straighten.ts';
import { takePage, turned } from './take-page.ts';

const [width, height] = [640, 920];
const inset: Corners = [
  { x: 22, y: 30 },
  { x: 618, y: 24 },
  { x: 624, y: 900 },
  { x: 18, y: 892 },
];

/** Draws lines of words that sink by `sink` pixels in the middle. */
function drawn(sink: number): Picture {
  const data = sharedBytes(width * height * 3).fill(235);
  for (let y = 60; y < height - 60; y++) {
    for (let x = 60; x < width - 60; x++) {
      const row = y - sink * Math.sin((Math.PI * x) / width);
      const line = Math.floor(row / 22);
      if (row - 22 * line < 9 && (x * 7 + line * 131) % 90 > 16 && (x * 3 + line * 17) % 11 > 4)
        data.fill(40, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return { data, width, height };
}

const pool: TaskPool = {
  threads: 1,
  async runAll(tasks) {
    for (const task of tasks) if (task.kind === 'straighten') straightenRows(task.task);
  },
  async freeMemory() {},
};
/** Any attempt to run these fails the test. */
const noNetworks = {} as PageNetworks;
const tools = { pool, networks: noNetworks, stopped: () => {} };

function straightened(picture: Picture) {
  const { target, tasks } = straightenTasks(picture, inset, undefined, 2);
  tasks.forEach(straightenRows);
  return target;
}

describe('takePage', () => {
  it('returns the picture itself with `crop: none`, curled or not', async () => {
    for (const sink of [0, 16]) {
      const picture = drawn(sink);
      const taken = await takePage(picture, { crop: 'none' }, tools);
      expect(taken.page).toBe(picture);
      expect(taken).toMatchObject({ orientation: 0, orientationConfidence: 0, cornersConfidence: 0 });
    }
  });

  it.each<Turn>([0, 90, 270])('rotates a flat page by %i pixel for pixel', async (rotate) => {
    const picture = drawn(0);
    const { page } = await takePage(picture, { crop: inset, rotate }, tools);
    const expected = turned(straightened(picture), rotate);
    expect(page).toMatchObject({ width: expected.width, height: expected.height });
    expect(Buffer.compare(page.data, expected.data)).toBe(0);
  });

  it.each<Turn>([0, 90])('straightens the lines of a curled page that is rotated by %i', async (rotation) => {
    const picture = turned(drawn(16), rotation);
    const corners =
      rotation === 0
        ? inset
        : (inset.map((_, i) => {
            const { x, y } = inset[((i + 3) % 4) as 0];
            return { x: height - y, y: x };
          }) as unknown as Corners);
    const bent = async (page: Picture) => findBend(await samplePage(page, frame(page.width, page.height)), 1);
    expect(await bent(straightened(drawn(16)))).toBeDefined();
    const { page } = await takePage(picture, { crop: corners, rotate: rotation === 0 ? 0 : 270 }, tools);
    expect(page.height).toBeGreaterThan(page.width);
    expect(await bent(page)).toBeUndefined();
  });
});
