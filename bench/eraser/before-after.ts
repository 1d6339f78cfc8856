/**
 * Pages before and after, side by side, to be looked at: one JPEG for each page of DIR (training/eraser/held_pages.py).
 *
 * node bench/eraser/before-after.ts DIR OUT
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { openEraser } from '../../src/engine/paper/erase.ts';
import { asIs, picturesIn } from './pictures.ts';

const shown = { width: 560, gap: 8 };
const path = (name = '.') => resolve(process.env.INIT_CWD ?? '.', name);
const [from, to] = [path(process.argv[2]), path(process.argv[3])];
const eraser = openEraser();
await mkdir(to, { recursive: true });
for (const { name, file } of await picturesIn(from, /^[^.]+-[a-z]+\.png$/)) {
  const { image } = await eraser.erasePage(await readFile(file), asIs);
  const { data, width, height } = image;
  const before = await sharp(file).resize(shown.width).png().toBuffer({ resolveWithObject: true });
  const after = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(shown.width)
    .png()
    .toBuffer();
  await sharp({
    create: {
      width: shown.width * 2 + shown.gap,
      height: before.info.height,
      channels: 3,
      background: '#fff',
    },
  })
    .composite([
      { input: before.data, left: 0, top: 0 },
      { input: after, left: shown.width + shown.gap, top: 0 },
    ])
    .jpeg({ quality: 72 })
    .toFile(join(to, name.replace(/\.png$/, '.jpg')));
}
await eraser.close();
