import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { encodeMask } from './mask-png.ts';
import { newStroke, rasterise } from './strokes.ts';

const colours = [
  [0, 0, 0],
  [255, 0, 0],
  [0, 255, 0],
];

describe('the PNG mask of brush strokes', () => {
  it.each([
    [1, 1],
    [5, 3],
    [64, 31],
  ])('of %i × %i pixels decodes to exactly the same red and green pixels', async (width, height) => {
    const pixels = Uint8Array.from({ length: width * height }, (_, at) => (at * 7 + (at >> 3)) % 3);
    const png = Buffer.from(await (await encodeMask(pixels, { width, height })).arrayBuffer());
    const { data, info } = await sharp(png)
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width, height, channels: 3 });
    expect([...data]).toEqual([...pixels].flatMap((value) => colours[value] as number[]));
  });

  it('of a 12-megapixel page is less than a tenth of the upload limit', async () => {
    const size = { width: 3000, height: 4000 };
    const strokes = Array.from({ length: 200 }, (_, at) => {
      const stroke = newStroke(
        at % 2 ? 'erase' : 'restore',
        10 + (at % 50),
        (at * 37) % 3000,
        (at * 91) % 4000,
      );
      stroke.points.push((at * 53) % 3000, (at * 17) % 4000);
      return stroke;
    });
    const { size: bytes } = await encodeMask(rasterise(strokes, size), size);
    expect(bytes).toBeLessThan(eraserLimits.brushMaskBytes / 10);
  });
});
