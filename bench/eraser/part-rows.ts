/**
 * What the weights of the parts are fitted on: for each part of drawn pages (training/eraser/held_pages.py), what the
 * engine can tell of it, and how much of it is writing and how much print. `training/eraser/fit_parts.py` reads it.
 *
 * node bench/eraser/part-rows.ts DIR ROWS.csv
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { readConstants } from '#engine/paper/constants.ts';
import { askNetworks } from '#engine/paper/erase-job.ts';
import { describeParts, partFeatures } from '#engine/paper/part-features.ts';
import { readPicture } from '#engine/paper/read-picture.ts';
import { networkScale, scalePage } from '#engine/paper/scale-page.ts';
import { startPool } from '#engine/paper/task-pool.ts';
import { writingParts } from '#engine/paper/writing-parts.ts';
import { inkOf } from './held.ts';
import { picturesIn, readRgb } from './pictures.ts';

const models = fileURLToPath(new URL('../../models', import.meta.url));
const constants = readConstants(models);
const pool = await startPool(2, models);

async function rowsOf(file: string) {
  const page = await readPicture(await readFile(file));
  const network = await scalePage(page, await networkScale(page, constants));
  await askNetworks(network, page.width * page.height, {
    constants,
    pool,
    stopped: () => {},
    progress: () => {},
  });
  const runs = writingParts(network, constants.erase_threshold * 255);
  const rows = describeParts(network, runs).map((features) => ({ features, written: 0, printed: 0 }));
  const { width, height } = network;
  const hand = await sharp(file.replace(/\.png$/, '.mask.png'))
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const clean = await readRgb(file.replace(/\.png$/, '.clean.png'));
  const print = inkOf(clean);
  const dark = inkOf(await readRgb(file), 0.85);
  const across = (x: number) => Math.floor(((x + 0.5) * print.width) / width);
  const down = (y: number) => Math.floor(((y + 0.5) * print.height) / height) * print.width;
  for (let run = 0; run < runs.row.length; run++) {
    const row = rows[runs.part[run] as number] as (typeof rows)[number];
    const y = runs.row[run] as number;
    for (let x = runs.from[run] as number; x < (runs.to[run] as number); x++) {
      const at = down(y) + across(x);
      if ((hand[y * width + x] as number) > 127) row.written += dark.data[at] as number;
      else row.printed += print.data[at] as number;
    }
  }
  return rows;
}

const path = (name = '.') => resolve(process.env.INIT_CWD ?? '.', name);
const lines = [['page', ...partFeatures, 'written', 'printed'].join(',')];
const pages = await picturesIn(path(process.argv[2]), /^[^.]+-[a-z]+\.png$/);
for (const [number, { name, file }] of pages.entries()) {
  const rows = await rowsOf(file);
  for (const { features, written, printed } of rows)
    lines.push(
      [number, ...partFeatures.map((name) => features[name]), written, printed]
        .map((v) => Number(v.toFixed(4)))
        .join(','),
    );
  console.log(name, `${rows.length} parts`);
}
await writeFile(path(process.argv[3]), `${lines.join('\n')}\n`);
// The networks' threads wait for more.
process.exit();
