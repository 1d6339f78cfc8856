import { expect, it } from 'vitest';
import { whiten } from './whiten.ts';

const [width, height] = [400, 320];
/** Grain as a camera gives it: the sum of four even throws is near enough to normal. */
function grainFrom(seed: number) {
  let state = seed;
  const throwOne = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return (deviation: number) =>
    (throwOne() + throwOne() + throwOne() + throwOne()) * deviation * Math.sqrt(3);
}

const isOnLine = (x: number, y: number) => x >= 60 && x < 340 && y >= 40 && y < 280 && y % 20 < 2;

/** Shaded paper with grain and lines of a share of its brightness. */
function paperWith(share: number, deviation: number) {
  const grain = grainFrom(7);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const light = 225 - 60 * (x / width) - 25 * (y / height);
      for (let c = 0; c < 3; c++)
        data[i * 3 + c] = Math.round(
          light * (isOnLine(x, y) ? share : 1) * (1 - c * 0.03) + grain(deviation),
        );
    }
  return { data, width, height };
}

function seen({ data }: { data: Uint8Array }) {
  const paper = { white: 0, count: 0 };
  const line = { sum: 0, count: 0 };
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const least = Math.min(data[i * 3] as number, data[i * 3 + 1] as number, data[i * 3 + 2] as number);
      if (isOnLine(x, y)) {
        line.sum += (data[i * 3 + 1] as number) / 255;
        line.count += 1;
      } else if (!isOnLine(x, y - 1) && !isOnLine(x, y + 1)) {
        paper.count += 1;
        if (least >= 250) paper.white += 1;
      }
    }
  return { white: paper.white / paper.count, line: line.sum / line.count };
}

it.each([
  { print: 'black', share: 0.2, deviation: 3 },
  { print: 'grey', share: 0.7, deviation: 5 },
  { print: 'faint', share: 0.88, deviation: 0 },
  { print: 'faint', share: 0.88, deviation: 3 },
])(
  'makes shaded paper white and keeps $print lines, with grain of $deviation levels',
  ({ share, deviation }) => {
    const picture = paperWith(share, deviation);
    whiten(picture);
    const { white, line } = seen(picture);
    expect(white).toBeGreaterThan(0.98);
    // As dark beside the paper as before, or nearly.
    expect(1 - line).toBeGreaterThan(0.8 * (1 - share));
    expect(line).toBeGreaterThan(share - 0.06);
  },
);

it('leaves white paper and black print as they are', () => {
  const picture = { data: new Uint8Array(width * height * 3).fill(255), width, height };
  for (let i = 0; i < width * 20; i++) picture.data.fill(0, i * 3 + width * 300, i * 3 + width * 300 + 3);
  const before = picture.data.slice();
  whiten(picture);
  expect(Buffer.compare(picture.data, before)).toBe(0);
});
