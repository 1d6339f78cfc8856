import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePage } from '#tests/hostile-files/raw-pdf.ts';
import { openUploadChecks } from './intake.ts';
import { openPage } from './intake-types.ts';
import { systemFont } from './pdfium.ts';

let folder: string;
const intake = openUploadChecks();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mingshi-fonts-'));
});
afterAll(async () => {
  await intake.close();
  await rm(folder, { recursive: true });
});

const side = 40;
const left = 20;
const bottom = 40;
const [across, down] = [400, 100];
/** Pixels per point: PDF pages are drawn at 200 dpi. */
const scale = 200 / 72;

type Font = { encoding: string; ordering: string; codes: string };

/** A line of characters in a font that the document names but does not embed, each in a square of its own. */
const line = (name: string, { encoding, ordering, codes }: Font) =>
  onePage(`BT /F1 ${side} Tf ${left} ${bottom} Td <${codes}> Tj ET`, {
    box: `0 0 ${across} ${down}`,
    resources: '/Font << /F1 5 0 R >>',
    more: [
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /FontDescriptor 7 0 R
        /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >> >>`,
      `<< /Type /FontDescriptor /FontName /${name} /Flags 6 /FontBBox [0 -199 1000 801] /ItalicAngle 0 /Ascent 801
        /Descent -199 /StemV 80 /CapHeight 700 >>`,
    ],
  });

const utf16 = (text: string) =>
  [...text].map((character) => character.charCodeAt(0).toString(16).padStart(4, '0')).join('');
const inUnicode = (text: string, ordering: 'CNS1' | 'GB1'): Font => ({
  encoding: ordering === 'CNS1' ? 'UniCNS-UCS2-H' : 'UniGB-UCS2-H',
  ordering,
  codes: utf16(text),
});

/** The dark pixels of each square. */
async function squares(pdf: Buffer, count: number) {
  const path = join(folder, `${Math.random()}`);
  await writeFile(path, pdf);
  const drawn = await intake.drawPage(path, 0, `${path}-page`);
  if ('refused' in drawn) throw new Error(`refused: ${drawn.refused}: ${drawn.cause}`);
  const page = await openPage(`${path}-page`);
  const { data, info } = await page.greyscale().raw().toBuffer({ resolveWithObject: true });
  const size = Math.round(side * scale);
  const top = Math.round((down - bottom - side * 0.88) * scale);
  return Array.from({ length: count }, (_, at) => {
    const start = Math.round((left + at * side) * scale);
    const dark: number[] = [];
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++)
        if ((data[(top + y) * info.width + start + x] as number) < 128) dark.push(y * size + x);
    return dark;
  });
}

/** Every character has ink and differs from the one before: missing glyphs would be identical boxes. */
async function expectCharacters(pdf: Buffer, count: number) {
  const shown = await squares(pdf, count);
  for (const [at, dark] of shown.entries()) {
    expect(dark.length, `character ${at + 1} has ink`).toBeGreaterThan(250);
    if (at > 0) expect(dark.join(), `character ${at + 1} is no box`).not.toBe(shown[at - 1]?.join());
  }
  return shown;
}

test('Chinese text in a font that the PDF does not embed is drawn', async () => {
  const text = '數學試卷嘅答案';
  const shown = await expectCharacters(line('MingLiU', inUnicode(text, 'CNS1')), text.length);
  // Another font name, and the same characters by their Big5 codes.
  const big5 = { encoding: 'ETen-B5-H', ordering: 'CNS1', codes: 'bcc6bec7b8d5a8f7' };
  expect(await squares(line('DFKai-SB', big5), 4)).toEqual(shown.slice(0, 4));
  expect((await squares(line('PMingLiU,Bold', big5), 4))[0]?.length).toBeGreaterThan(
    (shown[0]?.length ?? 0) * 1.1,
  );
});

test('characters common to traditional and simplified Chinese are drawn for a simplified font too', () =>
  expectCharacters(line('SimSun', inUnicode('学卷一体国', 'GB1')), 5));

test.skipIf(!systemFont)('simplified characters are drawn where the system has a font for them', () =>
  expectCharacters(line('SimSun', inUnicode('数学试卷简', 'GB1')), 5),
);

test('a font that a PDF uses under many names is loaded into memory once', async () => {
  const names = Array.from({ length: 200 }, (_, at) => at);
  const fonts = names.map((at) => `/F${at} ${5 + 2 * at} 0 R`).join(' ');
  const pdf = onePage(`BT 20 40 Td ${names.map((at) => `/F${at} 2 Tf <6578> Tj`).join(' ')} ET`, {
    resources: `/Font << ${fonts} >>`,
    more: names.flatMap((at) => [
      `<< /Type /Font /Subtype /Type0 /BaseFont /Ming${at} /Encoding /UniCNS-UCS2-H /DescendantFonts [${6 + 2 * at} 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Ming${at}
          /CIDSystemInfo << /Registry (Adobe) /Ordering (CNS1) /Supplement 0 >> >>`,
    ]),
  });
  const small = openUploadChecks({ maxMemoryBytes: 400 * 1024 * 1024, timeoutMs: 60_000 });
  const path = join(folder, 'many');
  await writeFile(path, pdf);
  expect(await small.drawPage(path, 0, `${path}-page`)).not.toHaveProperty('refused');
  await small.close();
});
