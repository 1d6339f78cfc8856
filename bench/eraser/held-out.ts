/** Held-out synthetic pages: fonts, handwriting and papers not used in training, with the unwritten page as truth. */
import { readFile } from 'node:fs/promises';
import { openEraser } from '../../src/engine/paper/erase.ts';
import { maskBits } from '../../src/engine/paper/types.ts';
import { atLeast, type Row } from '../tools/table.ts';
import { psnr, ssim } from './fidelity.ts';
import { localPaper, score } from './measure.ts';
import { four, keepGeometry, mean, picturesIn, readRgb } from './pictures.ts';
import { grey, type Plane } from './planes.ts';

/** Each pixel divided by the paper around it. */
function tonesOf(picture: Plane): Float32Array {
  const paper = localPaper(picture);
  return Float32Array.from(grey(picture).data, (value, i) => value / Math.max(paper.data[i] as number, 1));
}

/** Threshold half as dark as the page's darkest print, so that faint print counts. */
function printLimit(tones: Float32Array) {
  const darkest = tones.toSorted()[Math.floor(tones.length * 0.005)] as number;
  return Math.min(Math.max(1 - 0.5 * (1 - darkest), 0.55), 0.88);
}

/** Print of a synthetic page: pixels below the limit, by default one derived from the page's own darkness. */
function inkOf(clean: Plane, limit?: number): Plane {
  const { width, height } = clean;
  const tones = tonesOf(clean);
  const below = limit ?? printLimit(tones);
  return { data: Uint8Array.from(tones, (tone) => (tone < below ? 1 : 0)), width, height };
}

/** 1 where the synthetic page has handwriting. */
async function handOf(file: string): Promise<Plane> {
  const { data, width, height } = grey(await readRgb(file.replace(/\.png$/, '.mask.png')));
  return { data: Uint8Array.from(data, (value) => (value > 127 ? 1 : 0)), width, height };
}

export async function measureHeld(folder: string): Promise<Row[]> {
  const eraser = openEraser();
  const kinds = new Map<string, Record<string, number>[]>();
  for (const { name, file } of await picturesIn(folder, /^[^.]+-[a-z]+\.png$/)) {
    const kind = /-([a-z]+)\.png$/.exec(name)?.[1] ?? '';
    const before = await readRgb(file);
    const clean = await readRgb(file.replace(/\.png$/, '.clean.png'));
    const { image, mask } = await eraser.erasePage(await readFile(file), keepGeometry);
    const inside = (i: number) => ((mask[i] as number) & maskBits.erased) !== 0;
    const outside = (i: number) => !inside(i);
    const metrics = {
      ...score(before, image, inkOf(clean), await handOf(file)),
      psnrIn: psnr(image, clean, inside),
      psnrOut: psnr(image, clean, outside),
      ssimIn: ssim(image, clean, inside),
      ssimOut: ssim(image, clean, outside),
    };
    kinds.set(kind, [...(kinds.get(kind) ?? []), metrics]);
    console.log(
      name,
      Object.entries(metrics)
        .map(([metric, value]) => `${metric} ${Number.isNaN(value) ? 'none' : value.toFixed(3)}`)
        .join('  '),
    );
  }
  await eraser.close();
  return [...kinds].flatMap(([kind, pages]) => {
    const of = (metric: string) => mean(pages.map((page) => page[metric] as number));
    const read = (metric: string, digits: number) => of(metric).toFixed(digits);
    return [
      atLeast(`${kind}: print kept`, of('kept'), 0.985, four),
      {
        metric: `${kind}: where crossed, left, ghost`,
        value: ['crossed', 'left', 'ghost'].map((f) => read(f, 3)).join(', '),
      },
      {
        metric: `${kind}: PSNR in, out of the mask`,
        value: `${read('psnrIn', 1)}, ${read('psnrOut', 1)} dB`,
      },
      { metric: `${kind}: SSIM in, out of the mask`, value: `${read('ssimIn', 3)}, ${read('ssimOut', 3)}` },
    ];
  });
}
