import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readConstants } from '../constants.ts';
import { shippedModels } from '../erase.ts';
import { networkScale } from './scale-page.ts';

const constants = readConstants(shippedModels);

/** Lines of letters made of upright strokes, `size` pixels high; `touching` joins lines by three. */
async function lines(width: number, height: number, size: number, { soft = 0.3, touching = false } = {}) {
  const letters: string[] = [];
  const pitch = size * (touching ? 1.15 : 1.7);
  for (let y = size, row = 0; y < height - size; row++, y += touching && row % 3 === 0 ? size * 2 : pitch)
    for (let x = size, i = 0; x < width - size; x += size * 1.12, i++) {
      if ((i * 7 + row) % 11 === 0) continue;
      const strokes = [0.1, 0.38, 0.66].map((at) => `M${x + at * size} ${y}v${size * 0.82}`).join('');
      const joined = touching && row % 3 !== 2 ? `M${x + size * 0.1} ${y}v${size * 1.2}` : '';
      letters.push(`<path d="${strokes}M${x} ${y + size * 0.4}h${size * 0.76}${joined}"/>`);
    }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#eee"/><g stroke="#333" stroke-width="${size / 8}">${letters.join('')}</g></svg>`;
  const data = await sharp(Buffer.from(svg)).flatten().blur(soft).removeAlpha().raw().toBuffer();
  return { data: new Uint8Array(data), width, height };
}

describe('networkScale', () => {
  it('print of a whole sheet is brought near the height the networks know', async () => {
    const scale = await networkScale(await lines(1240, 1754, 25), constants);
    expect(scale).toBeCloseTo(constants.enlarge, 1);
  });

  it('a few lines of large, blurred print are made smaller, as far as smaller print would be', async () => {
    const scale = await networkScale(await lines(736, 1088, 62, { soft: 3 }), constants);
    expect(scale).toBeCloseTo(constants.least_scale * constants.enlarge);
  });

  it('small lines that touch each other are not taken for large print', async () => {
    const scale = await networkScale(await lines(900, 1200, 17, { touching: true }), constants);
    expect(scale).toBeGreaterThan(constants.least_scale * constants.enlarge);
  });
});
