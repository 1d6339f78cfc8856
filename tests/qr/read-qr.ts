import sharp from 'sharp';

/**
 * Reads a drawn QR code, as a phone would: modules from the picture, format, mask, blocks, and no error in any block by
 * Reed and Solomon. Only for error correction M, up to version 10. It shares nothing with what draws the codes.
 */
export async function readQr(svg: string): Promise<string> {
  const dark = await modulesOf(svg);
  const size = dark.length;
  const version = (size - 17) / 4;
  const at = (x: number, y: number) => (dark[y]?.[x] ? 1 : 0);

  const places = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((x) => [x, 8] as const),
    ...[7, 5, 4, 3, 2, 1, 0].map((y) => [8, y] as const),
  ];
  const format = places.reduce((bits, [x, y]) => (bits << 1) | at(x, y), 0) ^ 0x5412;
  if (format >> 13 !== 0) throw new Error(`error correction ${format >> 13} is not M`);
  const isMasked = masks[(format >> 10) & 7];
  const blocks = blocksOfM[version];
  if (!isMasked || !blocks) throw new Error(`a code of ${size} modules cannot be read`);

  const bits: number[] = [];
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1])
        if (!isFixed(x, y, version)) bits.push(at(x, y) ^ (isMasked(x, y) ? 1 : 0));
    }
  }
  const words = Array.from({ length: bits.length >> 3 }, (_, word) =>
    bits.slice(word * 8, word * 8 + 8).reduce((value, bit) => (value << 1) | bit, 0),
  );
  return textOf(dataOf(words, blocks), version);
}

async function modulesOf(svg: string) {
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(1000, 1000, { kernel: 'nearest' })
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isDark = (x: number, y: number) =>
    (data[(Math.floor(y) * info.width + Math.floor(x)) * info.channels] ?? 255) < 128;
  const first = Math.floor(data.findIndex((value) => value < 128) / info.channels);
  const [left, top] = [first % info.width, Math.floor(first / info.width)];
  let finder = 0;
  while (isDark(left + finder, top)) finder++;
  let right = info.width - 1;
  while (!isDark(right, top)) right--;
  const module = finder / 7;
  const size = Math.round((right + 1 - left) / module);
  const exact = (right + 1 - left) / size;
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => isDark(left + (x + 0.5) * exact, top + (y + 0.5) * exact)),
  );
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Words of error correction in each block, and the data words of the blocks, by version. */
const blocksOfM: Record<number, { check: number; data: number[] }> = {
  1: { check: 10, data: [16] },
  2: { check: 16, data: [28] },
  3: { check: 26, data: [44] },
  4: { check: 18, data: [32, 32] },
  5: { check: 24, data: [43, 43] },
  6: { check: 16, data: [27, 27, 27, 27] },
  7: { check: 18, data: [31, 31, 31, 31] },
  8: { check: 22, data: [38, 38, 39, 39] },
  9: { check: 22, data: [36, 36, 36, 37, 37] },
  10: { check: 26, data: [43, 43, 43, 43, 44] },
};
const alignments: Record<number, number[]> = {
  ...{ 1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34] },
  ...{ 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50] },
};

/** Whether a module belongs to the frame of the code and not to its content. */
function isFixed(x: number, y: number, version: number) {
  const size = version * 4 + 17;
  if (x === 6 || y === 6) return true;
  if ((x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9)) return true;
  if (version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) return true;
  const centres = alignments[version] ?? [];
  const last = centres.at(-1);
  return centres.some((cx) =>
    centres.some((cy) => {
      const isFinder = (cx === 6 && (cy === 6 || cy === last)) || (cy === 6 && cx === last);
      return !isFinder && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
    }),
  );
}

function dataOf(words: readonly number[], { check, data }: { check: number; data: number[] }) {
  const blocks = data.map(() => [] as number[]);
  let next = 0;
  for (let row = 0; row < Math.max(...data); row++)
    for (const [index, block] of blocks.entries())
      if (row < (data[index] ?? 0)) block.push(words[next++] ?? 0);
  for (let row = 0; row < check; row++) for (const block of blocks) block.push(words[next++] ?? 0);
  for (const block of blocks)
    for (let power = 0; power < check; power++) {
      const root = exponents[power] ?? 0;
      if (block.reduce((sum, word) => times(sum, root) ^ word, 0) !== 0)
        throw new Error('a block of the code is wrong');
    }
  return blocks.flatMap((block, index) => block.slice(0, data[index]));
}

const exponents: number[] = [1];
for (let power = 1; power < 255; power++) {
  const doubled = (exponents[power - 1] ?? 0) << 1;
  exponents.push(doubled > 255 ? doubled ^ 0x11d : doubled);
}
/** In the field of 256 elements. */
const times = (one: number, other: number) =>
  one === 0 || other === 0 ? 0 : (exponents[(exponents.indexOf(one) + exponents.indexOf(other)) % 255] ?? 0);

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

function textOf(words: readonly number[], version: number) {
  const bits = words.map((word) => word.toString(2).padStart(8, '0')).join('');
  let place = 0;
  const take = (count: number) => {
    place += count;
    return Number.parseInt(bits.slice(place - count, place), 2);
  };
  const isLong = version >= 10;
  let text = '';
  for (;;) {
    const mode = place + 4 > bits.length ? 0 : take(4);
    if (mode === 0) return text;
    if (mode === 1)
      for (let left = take(isLong ? 12 : 10); left > 0; left -= 3) {
        const count = Math.min(3, left);
        text += String(take([0, 4, 7, 10][count] ?? 0)).padStart(count, '0');
      }
    else if (mode === 2)
      for (let left = take(isLong ? 11 : 9); left > 0; left -= 2) {
        if (left === 1) text += signs[take(6)];
        else {
          const pair = take(11);
          text += `${signs[Math.floor(pair / 45)]}${signs[pair % 45]}`;
        }
      }
    else if (mode === 4) {
      const bytes = Array.from({ length: take(isLong ? 16 : 8) }, () => take(8));
      text += Buffer.from(bytes).toString();
    } else throw new Error(`mode ${mode} is not known`);
  }
}
