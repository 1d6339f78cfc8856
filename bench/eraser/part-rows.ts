/**
 * Writes the data that the part weights are fitted on (`training/eraser/fit_parts.py` reads it): for each
 * connected part of synthetic pages its features, and its pixels of writing and of print. Pages come with
 * their truth (training/eraser/held_pages.py), or without it if they have no writing (print_only.py): then
 * all parts are print.
 *
 * node bench/eraser/part-rows.ts ROWS.csv DIR...
 */

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { readConstants } from '../../src/engine/paper/constants.ts';
import { runNetworks } from '../../src/engine/paper/erase-job.ts';
import { readPicture } from '../../src/engine/paper/read-picture.ts';
import { startPool } from '../../src/engine/paper/task-pool.ts';
import type { NetworkPage } from '../../src/engine/paper/writing/network-page.ts';
import { describeParts, partFeatures, writingParts } from '../../src/engine/paper/writing/part-features.ts';
import { networkScale, scalePage } from '../../src/engine/paper/writing/scale-page.ts';
import { inkOf } from './held-out.ts';
import { picturesIn, readRgb } from './pictures.ts';

const models = fileURLToPath(new URL('../../models', import.meta.url));
const constants = readConstants(models);
const pool = await startPool(2, models);

type Truth = 'written' | 'printed' | undefined;

/** The label of each pixel of the network page, from the synthetic page's truth. */
async function truthOf(
  file: string,
  { width, height }: NetworkPage,
): Promise<(x: number, y: number) => Truth> {
  const mask = file.replace(/\.png$/, '.mask.png');
  if (!existsSync(mask)) return () => 'printed';
  const hand = await sharp(mask)
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const print = inkOf(await readRgb(file.replace(/\.png$/, '.clean.png')));
  const dark = inkOf(await readRgb(file), 0.85);
  return (x, y) => {
    const column = Math.floor(((x + 0.5) * print.width) / width);
    const at = Math.floor(((y + 0.5) * print.height) / height) * print.width + column;
    if ((hand[y * width + x] as number) > 127) return dark.data[at] ? 'written' : undefined;
    return print.data[at] ? 'printed' : undefined;
  };
}

async function rowsOf(file: string) {
  const page = await readPicture(await readFile(file));
  const network = await scalePage(page, await networkScale(page, constants));
  await runNetworks(network, page.width * page.height, {
    constants,
    pool,
    stopped: () => {},
    progress: () => {},
  });
  const runs = writingParts(network, constants.erase_threshold * 255);
  const rows = describeParts(network, runs).map((features) => ({ features, written: 0, printed: 0 }));
  const truth = await truthOf(file, network);
  for (let run = 0; run < runs.row.length; run++) {
    const row = rows[runs.part[run] as number] as (typeof rows)[number];
    const y = runs.row[run] as number;
    for (let x = runs.from[run] as number; x < (runs.to[run] as number); x++) {
      const label = truth(x, y);
      if (label) row[label]++;
    }
  }
  return rows;
}

const path = (name = '.') => resolve(process.env.INIT_CWD ?? '.', name);
const [to, ...folders] = process.argv.slice(2);
const lines = [['page', ...partFeatures, 'written', 'printed'].join(',')];
let number = 0;
for (const folder of folders) {
  for (const { name, file } of await picturesIn(path(folder), /^[^.]+-[a-z]+\.png$/)) {
    const rows = await rowsOf(file);
    for (const { features, written, printed } of rows)
      lines.push(
        [number, ...partFeatures.map((name) => features[name]), written, printed]
          .map((v) => Number(v.toFixed(4)))
          .join(','),
      );
    console.log(name, `${rows.length} parts`);
    number++;
  }
}
await writeFile(path(to), `${lines.join('\n')}\n`);
// The pool's threads would keep the process alive.
process.exit();
