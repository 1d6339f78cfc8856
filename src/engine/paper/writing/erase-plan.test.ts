import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConstants } from '../constants.ts';
import { atStrength, chooseStrength } from '../strength.ts';
import { maskBits, strengths } from '../types.ts';
import { composite } from './composite.ts';
import { planErasing, widen } from './erase-plan.ts';
import { logitByte, networkPage, sharedBytes } from './network-page.ts';
import { enlarged, printScale } from './scale-page.ts';

const constants = readConstants(fileURLToPath(new URL('../../../../models', import.meta.url)));
const [width, height] = [64, 48];

/** A grey page, and the networks' answer for it at `scale` times its size: no writing, and blue where it was. */
function blankPage(scale = 1) {
  const [w, h] = [width * scale, height * scale];
  const network = networkPage(sharedBytes(w * h * 3), w, h, constants);
  network.colour.fill(90);
  return { page: { data: new Uint8Array(width * height * 3).fill(200), width, height }, network };
}

type Blank = ReturnType<typeof blankPage>;

/** The networks see writing of this probability in a square of their page. */
function write({ network }: Blank, x: number, y: number, side: number, probability: number, hand = 0) {
  const plane = network.width * network.height;
  for (let v = y; v < y + side; v++)
    network.masks.fill(
      Math.round(logitByte(probability)),
      hand * plane + v * network.width + x,
      hand * plane + v * network.width + x + side,
    );
}

const countOf = (mask: Uint8Array, bit: number) => mask.reduce((n, bits) => n + (bits & bit ? 1 : 0), 0);
const has = (mask: Uint8Array, x: number, y: number, bit: number) =>
  ((mask[y * width + x] as number) & bit) !== 0;

describe('planErasing', () => {
  it('erases at each strength what the networks are sure enough of', () => {
    const blank = blankPage(1.25);
    [0.8, 0.58, 0.42, 0.3].forEach((sure, i) => {
      write(blank, 5 + 20 * i, 10, 5, sure);
    });
    const mask = planErasing(blank.page, blank.network, constants, {});
    const found = [6, 22, 38, 54].map((x) => strengths.filter((one) => has(mask, x, 10, maskBits[one])));
    expect(found).toEqual([['strict', 'standard', 'thorough'], ['standard', 'thorough'], ['thorough'], []]);
  });

  it('widens strokes by two pixels of print of 25 px, at the size of the page', () => {
    const sides = [1.25, 2.5].map((scale) => {
      const blank = blankPage(scale);
      write(blank, 20 * scale, 20 * scale, 4 * scale, 0.99);
      return Math.sqrt(countOf(planErasing(blank.page, blank.network, constants, {}), maskBits.standard));
    });
    expect(sides).toEqual([4 + 2 * 2, 4 + 2 * 1]);
  });

  it('keeps the hand that is to stay, at every strength', () => {
    const blank = blankPage();
    write(blank, 10, 10, 4, 0.4, 1);
    write(blank, 15, 10, 4, 0.9, 0);
    const mask = planErasing(blank.page, blank.network, constants, { keepRed: true });
    expect(has(mask, 11, 11, maskBits.teacher)).toBe(true);
    expect(has(mask, 13, 11, maskBits.thorough)).toBe(false);
    expect(has(mask, 14, 11, maskBits.strict)).toBe(true);
    expect(countOf(planErasing(blank.page, blank.network, constants, {}), maskBits.thorough)).toBeGreaterThan(
      countOf(mask, maskBits.thorough),
    );
  });
});

describe('atStrength', () => {
  it('gives the pixels and the mask that erasing at that strength gives', () => {
    const blank = blankPage(1.25);
    [0.8, 0.58, 0.42].forEach((sure, i) => {
      write(blank, 5 + 20 * i, 10, 5, sure);
    });
    const { page, network } = blank;
    const erased = (bit: number) => {
      const copy = { ...page, data: new Uint8Array(page.data) };
      composite(copy, network, mask, bit);
      return copy.data;
    };
    const mask = planErasing(page, network, constants, {});
    const image = { ...page, data: erased(maskBits.standard), channels: 3 as const };
    const result = { image, mask, unerased: page.data, thorough: erased(maskBits.thorough) };
    const changed = strengths.map((strength) => {
      const made = atStrength(result, strength);
      expect(made.image.data).toEqual(erased(maskBits[strength]));
      const direct = mask.slice();
      chooseStrength(direct, strength);
      expect(made.mask).toEqual(direct);
      return countOf(made.mask, maskBits.erased);
    });
    expect(changed).toEqual(changed.toSorted((a, b) => a - b));
    expect(new Set(changed).size).toBe(3);
    expect(() => atStrength({ image, mask }, 'strict')).toThrow('withThorough');
  });
});

it('widen takes the largest value of the square around each pixel', () => {
  const levels = new Uint8Array(7 * 5);
  levels[2 * 7 + 2] = 1;
  levels[2 * 7 + 4] = 3;
  widen(levels, 7, 5, 1);
  const row = [0, 1, 1, 3, 3, 3, 0];
  expect([...levels]).toEqual([...Array(7).fill(0), ...row, ...row, ...row, ...Array(7).fill(0)]);
});

it('print is scaled to its height, but hardly shrunk unless it is large, and little enlarged', () => {
  const scale = (size: number, measured = true) =>
    Number(printScale({ size, measured }, constants).toFixed(3));
  expect([25, 22, 27].map((size) => scale(size))).toEqual([1, 1, 1]);
  expect(scale(30)).toBe(0.833);
  expect([40, 49].map((size) => scale(size))).toEqual([0.75, 0.75]);
  expect([50, 100].map((size) => scale(size))).toEqual([0.5, 0.25]);
  expect([18, 8].map((size) => scale(size))).toEqual([1.389, 1.5]);
  expect(scale(8, false)).toBe(1);
});

it('an enlarged page lies where the page lies: a ramp stays the same ramp', () => {
  const data = Uint8Array.from({ length: 80 * 20 * 3 }, (_, i) => 3 * (Math.floor(i / 3) % 80));
  const out = enlarged({ data, width: 80, height: 20 }, 100, 25);
  for (let x = 4; x < 96; x++)
    expect(Math.abs((out[(12 * 100 + x) * 3] as number) - 3 * ((x + 0.5) * 0.8 - 0.5))).toBeLessThanOrEqual(
      0.5,
    );
});
