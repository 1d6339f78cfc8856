/** Pages without handwriting: OCR must read the same text before and after erasing. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openEraser } from '../../src/engine/paper/erase.ts';
import { maskBits } from '../../src/engine/paper/types.ts';
import { atMost, type Row } from '../tools/table.ts';
import { openOcr } from './ocr.ts';
import { keepGeometry, mean, picturesIn, readRgb } from './pictures.ts';

/** Levenshtein distance in characters. */
function edits(a: string, b: string) {
  const [from, to] = [[...a], [...b]];
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const [x, y] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  let row = Int32Array.from({ length: y.length + 1 }, (_, i) => i);
  for (let i = 0; i < x.length; i++) {
    const next = new Int32Array(y.length + 1);
    next[0] = i + 1;
    for (let j = 0; j < y.length; j++) {
      const replaced = (row[j] as number) + (x[i] === y[j] ? 0 : 1);
      next[j + 1] = Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1);
    }
    row = next;
  }
  return row[y.length] as number;
}

const withoutSpaces = (text: string) => text.replace(/\s+/gu, '');

export async function measurePrintOnly(folder: string): Promise<Row[]> {
  const [eraser, ocr] = [openEraser(), await openOcr(join(folder, '.read'))];
  const pages = await picturesIn(folder, /^[^.]+\.png$/);
  const sums = { characters: 0, changed: 0, erased: [] as number[], pages: 0 };
  const groups = new Map<string, { characters: number; changed: number }>();
  const work = async () => {
    for (let page = pages.shift(); page; page = pages.shift()) {
      const { image, mask } = await eraser.erasePage(await readFile(page.file), keepGeometry);
      const { width, height } = image;
      const toPng = (data: Uint8Array) =>
        sharp(data, { raw: { width, height, channels: 3 } })
          .png({ compressionLevel: 1 })
          .toBuffer();
      const before = withoutSpaces(await ocr.read(await toPng((await readRgb(page.file)).data)));
      const untouched = mask.every((bits) => !(bits & maskBits.erased));
      const after = untouched ? before : withoutSpaces(await ocr.read(await toPng(image.data)));
      const changed = edits(before, after);
      const group = page.name.replace(/^[^-]*-|\.png$/g, '');
      const sum = groups.get(group) ?? { characters: 0, changed: 0 };
      groups.set(group, { characters: sum.characters + before.length, changed: sum.changed + changed });
      sums.characters += before.length;
      sums.changed += changed;
      sums.pages++;
      sums.erased.push(mask.reduce((n, bits) => n + (bits & maskBits.erased ? 1 : 0), 0) / mask.length);
      console.log(
        page.name,
        `${before.length} characters, ${changed} changed, ${((sums.erased.at(-1) as number) * 1e6).toFixed(0)} ppm erased`,
      );
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  await Promise.all([eraser.close(), ocr.close()]);
  const perTenThousand = (sum: { characters: number; changed: number }) =>
    (sum.changed / Math.max(sum.characters, 1)) * 10_000;
  return [
    { metric: 'pages, characters read', value: `${sums.pages}, ${sums.characters}` },
    ...[...groups].sort().map(([group, sum]) => ({
      metric: `${group}: changed in 10,000`,
      value: perTenThousand(sum).toFixed(2),
    })),
    { metric: 'pixels erased', value: `${(mean(sums.erased) * 1e6).toFixed(0)} ppm` },
    atMost('characters changed in 10,000', perTenThousand(sums), 1, (value) => value.toFixed(2)),
  ];
}
