import { createRequire } from 'node:module';
import sharp from 'sharp';

const fontfile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf',
);

export const sampleLines = [
  '小明有三十六個蘋果，平均分給四位同學，每人得到多少個？',
  '請閱讀以下文章，然後回答第一至第五題。',
  '下圖是一個長方形，長度是十二厘米，求它的面積。',
  '根據上文，作者認為學習的目的是甚麼？試加以說明。',
  '爸爸的年齡是兒子的三倍，十年後父子年齡的總和是七十六歲。',
  'Choose the best answer and write the letter A, B, C or D.',
];

/** A picture of one printed line; a character is about `height` pixels tall. */
export async function printedLine(text: string, height: number) {
  const ink = sharp({ text: { text, fontfile, font: 'Noto Sans TC', dpi: Math.round((72 * height) / 12) } });
  return sharp(await ink.negate().png().toBuffer())
    .extend({ top: 12, bottom: 12, left: 12, right: 12, background: '#fff' })
    .png()
    .toBuffer();
}

/** A picture like a photographed page: lines below each other, darker towards one corner. */
export async function printedPage(lines = sampleLines) {
  const size = { width: 1240, height: 900 };
  const tops = lines.map((_, index) => 90 + index * 110);
  const printed = await Promise.all(lines.map((line) => printedLine(line, 34)));
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><defs>
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="#fff"/><stop offset="1" stop-color="#777"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  const page = await sharp({ create: { ...size, channels: 3, background: '#fff' } })
    .composite([
      ...printed.map((input, index) => ({ input, left: 70, top: tops[index] ?? 0 })),
      { input: Buffer.from(shade), blend: 'multiply' as const },
    ])
    .jpeg({ quality: 88 })
    .toBuffer();
  return { page, lines, tops };
}

/** The share of characters read correctly (1 − edit distance / length); full and half width are equal. */
export function charactersRight(printed: string[], read: string[]) {
  const plain = (lines: string[]) => [...lines.join('').replace(/\s/g, '').normalize('NFKC')];
  const [expected, got] = [plain(printed), plain(read)];
  let row = got.map((_, index) => index + 1);
  row.unshift(0);
  expected.forEach((character, index) => {
    const next = [index + 1];
    got.forEach((other, at) => {
      const wrong = character === other ? 0 : 1;
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + wrong));
    });
    row = next;
  });
  return 1 - (row.at(-1) ?? 0) / expected.length;
}
