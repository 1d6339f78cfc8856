/** Synthetic photographs of curled pages with known corners and bend: how much of the bend remains after flattening. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBend } from '../../src/engine/paper/page/curl.ts';
import { samplePage } from '../../src/engine/paper/page/sample.ts';
import { readPicture } from '../../src/engine/paper/read-picture.ts';
import type { Corners } from '../../src/engine/paper/types.ts';
import { atLeast, type Row } from '../tools/table.ts';

interface Truth {
  corners: [number, number][];
  /** How far lines sink, as a share of the page's height: a grid of 9 rows and 33 columns. */
  down: number[];
}

const maxAbsolute = (values: number[]) => Math.max(...values.map(Math.abs));
const share = (value: number) => `${(value * 100).toFixed(2)} %`;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export async function measureCurls(folder: string): Promise<Row[]> {
  const truth = JSON.parse(await readFile(join(folder, 'corners.json'), 'utf8')) as Record<string, Truth>;
  const before: number[] = [];
  const after: number[] = [];
  let flattened = 0;
  let worse = 0;
  for (const [name, { corners, down }] of Object.entries(truth)) {
    const picture = await readPicture(await readFile(join(folder, name)));
    const page = await samplePage(picture, corners.map(([x, y]) => ({ x, y })) as unknown as Corners);
    const bend = findBend(page, 1);
    const remaining = maxAbsolute(down.map((value, i) => value - (bend?.down[i] ?? 0)));
    before.push(maxAbsolute(down));
    after.push(remaining);
    if (bend) flattened++;
    if (remaining > maxAbsolute(down)) worse++;
    console.log(
      name,
      `bent by ${share(maxAbsolute(down))}, ${bend ? `${share(remaining)} left` : 'left alone'}`,
    );
  }
  return [
    { metric: 'pages that curl', value: String(after.length) },
    { metric: 'flattened', value: String(flattened) },
    { metric: 'made worse', value: String(worse), target: '0', reached: worse === 0 },
    { metric: "bend before, mean of each page's most, of its height", value: share(mean(before)) },
    { metric: 'bend after', value: share(mean(after)) },
    atLeast('taken out of it', 1 - mean(after) / mean(before), 0.6, share),
  ];
}
