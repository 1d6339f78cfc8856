/**
 * Writes one JPEG for each page of DIR (training/eraser/held_pages.py) with the page before and after, side
 * by side, for a visual check.
 *
 * node bench/eraser/before-after.ts DIR OUT
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { openEraser } from '../../src/engine/paper/erase.ts';
import { keepGeometry, picturesIn } from './pictures.ts';

const layout = { width: 560, gap: 8 };
const path = (name = '.') => resolve(process.env.INIT_CWD ?? '.', name);
const [from, to] = [path(process.argv[2]), path(process.argv[3])];
const eraser = openEraser();
await mkdir(to, { recursive: true });
for (const { name, file } of await picturesIn(from, /^[^.]+-[a-z]+\.png$/)) {
  const { image } = await eraser.erasePage(await readFile(file), keepGeometry);
  const { data, width, height } = image;
  const before = await sharp(file).resize(layout.width).png().toBuffer({ resolveWithObject: true });
  const after = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(layout.width)
    .png()
    .toBuffer();
  await sharp({
    create: {
      width: layout.width * 2 + layout.gap,
      height: before.info.height,
      channels: 3,
      background: '#fff',
    },
  })
    .composite([
      { input: before.data, left: 0, top: 0 },
      { input: after, left: layout.width + layout.gap, top: 0 },
    ])
    .jpeg({ quality: 72 })
    .toFile(join(to, name.replace(/\.png$/, '.jpg')));
}
await eraser.close();
