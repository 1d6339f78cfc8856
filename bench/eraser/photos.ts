/** Real photographs, aligned with their blank page. They are used for testing only, never for training or tuning. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { openEraser } from '../../src/engine/paper/erase.ts';
import { atLeast, atMost, type Row } from '../tools/table.ts';
import { type Score, score } from './measure.ts';
import { four, keepGeometry, mean, picturesIn, readRgb } from './pictures.ts';
import { grey } from './planes.ts';

export async function measurePhotos(folder: string, blank: string): Promise<Row[]> {
  const page = grey(await readRgb(blank));
  const ink = { ...page, data: page.data.map((value) => (value < 128 ? 1 : 0)) };
  const eraser = openEraser();
  const scores: Score[] = [];
  for (const { name, file } of await picturesIn(folder, /\.(jpe?g|png)$/i)) {
    if (name === basename(blank)) continue;
    const before = await readRgb(file);
    if (before.width !== ink.width || before.height !== ink.height)
      throw new Error(`${name} is not of the blank page's size.`);
    const { image } = await eraser.erasePage(await readFile(file), keepGeometry);
    const one = score(before, image, ink);
    scores.push(one);
    console.log(
      name,
      Object.entries(one)
        .map(([metric, value]) => `${metric} ${four(value)}`)
        .join('  '),
    );
  }
  await eraser.close();
  const of = (metric: keyof Score) => mean(scores.map((one) => one[metric]));
  return [
    { metric: 'photographs', value: String(scores.length) },
    atLeast('print kept', of('kept'), 0.995, four),
    atLeast('print kept where crossed', of('crossed'), 0.95, four),
    atMost('handwriting left', of('left'), 0.01, four),
    atMost('ghost', of('ghost'), 0.03, four),
  ];
}
