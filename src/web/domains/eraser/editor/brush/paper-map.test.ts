import { expect, it } from 'vitest';
import { brightest, mapSize } from './paper-map.ts';

it('the paper map keeps the aspect ratio of a page in at most 48 pixels', () => {
  expect(mapSize({ width: 3000, height: 4000 })).toEqual({ width: 36, height: 48 });
  expect(mapSize({ width: 20, height: 4000 })).toEqual({ width: 1, height: 48 });
});

it('the paper map takes the brightest colour of each cell, whatever is printed on it', () => {
  // Two cells of eight by eight pixels: cream with a black line, and grey with a single brighter pixel.
  const pixels = new Uint8ClampedArray(16 * 8 * 4);
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 16; x++) {
      const colour =
        x < 8
          ? y === 3
            ? [0, 0, 0]
            : [250, 240, 220]
          : x === 12 && y === 5
            ? [190, 190, 200]
            : [90, 90, 90];
      pixels.set([...colour, 255], (y * 16 + x) * 4);
    }
  expect([...brightest(pixels, 16, { width: 2, height: 1 })]).toEqual([
    250, 240, 220, 255, 190, 190, 200, 255,
  ]);
});
