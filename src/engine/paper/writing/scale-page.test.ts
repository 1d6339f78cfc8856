import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readConstants } from '../constants.ts';
import { shippedModels } from '../erase.ts';
import { networkScale } from './scale-page.ts';

const constants = readConstants(shippedModels);

/** Lines of words as bars, `size` pixels high, soft as out of focus. */
async function lines(width: number, height: number, size: number, soft = 0.3) {
  const bars: string[] = [];
  for (let y = size; y < height - size; y += size * 1.7)
    for (let x = size, i = 0; x < width - size; x += size * 1.12, i++)
      if ((i * 7 + Math.round(y)) % 11)
        bars.push(
          `<path d="M${x} ${y}h${size * 0.85}M${x} ${y + size * 0.4}h${size * 0.85}M${x} ${y + size * 0.8}h${size * 0.85}M${x + size * 0.4} ${y}v${size * 0.82}" stroke="#333" stroke-width="${size / 9}"/>`,
        );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#eee"/>${bars.join('')}</svg>`;
  const data = await sharp(Buffer.from(svg)).flatten().blur(soft).removeAlpha().raw().toBuffer();
  return { data: new Uint8Array(data), width, height };
}

describe('networkScale', () => {
  it('print of a whole sheet is brought near the height the networks know', async () => {
    const scale = await networkScale(await lines(1240, 1754, 25), constants);
    expect(scale).toBeCloseTo(constants.enlarge, 1);
  });

  it('a few lines of large, blurred print are made smaller, as far as smaller print would be', async () => {
    const scale = await networkScale(await lines(736, 1088, 62, 3), constants);
    expect(scale).toBeCloseTo(constants.least_scale * constants.enlarge);
  });

  it('small lines that touch each other are not taken for large print', async () => {
    const { data, width, height } = await lines(900, 1200, 17);
    // Strokes between the lines, one pixel wide.
    for (let y = 0; y < height; y++)
      for (let x = 9; x < width; x += 40) data.fill(40, (y * width + x) * 3, (y * width + x) * 3 + 3);
    expect(await networkScale({ data, width, height }, constants)).toBeCloseTo(constants.enlarge, 1);
  });
});
