import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { shippedModels } from '../erase.ts';
import type { Picture } from '../read-picture.ts';
import type { Turn } from '../types.ts';
import { sharedBytes } from '../writing/network-page.ts';
import { frame } from './geometry.ts';
import { openPageNetworks, type PageNetworks } from './networks.ts';
import { samplePage, turnedGrey } from './sample.ts';
import { findTurn, findTurnOfPiece, minTurnConfidence, turned } from './take-page.ts';

const turns: Turn[] = [0, 90, 180, 270];
const [width, height] = [620, 877];
let networks: PageNetworks;
let printed: Picture;
let blank: Picture;

async function draw(text: string): Promise<Picture> {
  const lines = Array.from(
    { length: 24 },
    (_, i) => `<text x="50" y="${70 + i * 30}" font-family="serif" font-size="17">${text}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#f4f2ee"/>${lines.join('')}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer();
  const data = sharedBytes(pixels.length);
  data.set(pixels);
  return { data, width, height };
}

beforeAll(async () => {
  networks = await openPageNetworks(shippedModels);
  printed = await draw('Find the height of the tree, and give a reason for each step.');
  blank = await draw('');
});

const detectTurn = async (picture: Picture) =>
  findTurn(networks, await samplePage(picture, frame(picture.width, picture.height)));

describe('findTurn', () => {
  it.each(turns)('finds the rotation that makes a page turned by %i upright', async (turn) => {
    const found = await detectTurn(turned(printed, turn));
    expect(found.turn).toBe((360 - turn) % 360);
    expect(found.confidence).toBeGreaterThan(minTurnConfidence);
  });

  it('is not confident for a page without print', async () => {
    expect((await detectTurn(blank)).confidence).toBeLessThan(minTurnConfidence);
  });
});

describe('findTurnOfPiece', () => {
  const grey = { data: new Uint8Array(1024), width: 32, height: 32 };
  /** Networks that answer each question with the next of these probabilities. */
  const answering = (probabilities: number[][]) =>
    ({
      turn: { run: async () => ({ turned: { data: probabilities.shift(), dispose() {} } }) },
    }) as unknown as PageNetworks;
  const look = (...probabilities: number[][]) =>
    findTurnOfPiece(answering(probabilities), grey, async () => grey);

  it('turns when one size is quite sure and none contradicts', async () => {
    expect(await look([0.3, 0.3, 0.2, 0.2], [0.1, 0.85, 0.05, 0], [0.4, 0.3, 0.2, 0.1])).toEqual({
      turn: 270,
      confidence: 0.85,
    });
    const contradicted = await look([0.6, 0.2, 0.1, 0.1], [0.1, 0.85, 0.05, 0], [0.4, 0.3, 0.2, 0.1]);
    expect(contradicted.confidence).toBe(0);
    const unsure = await look([0.1, 0.75, 0.1, 0.05], [0.2, 0.7, 0.1, 0], [0.4, 0.3, 0.2, 0.1]);
    expect(unsure.confidence).toBe(0);
  });
});

describe('samplePage and turnedGrey', () => {
  it('the sample of a rotated picture equals the rotated sample of the picture', async () => {
    const upright = await samplePage(printed, frame(width, height));
    for (const [quarters, turn] of turns.entries()) {
      const picture = turned(printed, turn);
      const sample = await samplePage(picture, frame(picture.width, picture.height));
      const same = turnedGrey(upright, quarters);
      expect(sample).toMatchObject({ width: same.width, height: same.height });
      const off = sample.data.reduce((sum, value, i) => sum + Math.abs(value - (same.data[i] as number)), 0);
      expect(off / sample.data.length).toBeLessThan(3);
    }
  });
});
