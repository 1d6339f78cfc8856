import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { shippedModels } from '../erase.ts';
import type { Picture } from '../read-picture.ts';
import type { Corners, Point } from '../types.ts';
import { sharedBytes } from '../writing/network-page.ts';
import { type Candidate, choosePage, confidenceOf, findPage, widenVagueSides } from './find-page.ts';
import { distance, frame } from './geometry.ts';
import { openPageNetworks, type PageNetworks } from './networks.ts';
import { minCornersConfidence } from './take-page.ts';

const [width, height] = [900, 1200];
const diagonal = Math.hypot(width, height);
let networks: PageNetworks;

beforeAll(async () => {
  networks = await openPageNetworks(shippedModels);
});

async function draw(content: string): Promise<Picture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer();
  const data = sharedBytes(pixels.length);
  data.set(pixels);
  return { data, width, height };
}

/** Lines of print, and a table whose border is the straightest edge on the page. */
const print = (x: number, y: number, lineWidth: number) =>
  Array.from(
    { length: 16 },
    (_, i) => `<rect x="${x}" y="${y + i * 40}" width="${lineWidth - (i % 3) * 60}" height="9" fill="#333"/>`,
  ).join('') +
  `<rect x="${x}" y="${y + 660}" width="${lineWidth}" height="130" fill="#e3e3e3" stroke="#222" stroke-width="4"/>`;

const page = [
  { x: 150, y: 130 },
  { x: 760, y: 160 },
  { x: 790, y: 1040 },
  { x: 120, y: 1070 },
] as const;
const sheet = `<polygon points="${page.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="#efece6"/>`;
const desk = (colour: string) => `<rect width="${width}" height="${height}" fill="${colour}"/>`;

describe('findPage', () => {
  it.each([
    ['dark wood', '#5a3c28'],
    ['grey plastic', '#9aa0a6'],
  ])('finds the page on %s', async (_, colour) => {
    const { corners, confidence } = await findPage(
      await draw(desk(colour) + sheet + print(210, 210, 480)),
      networks,
    );
    expect(confidence).toBeGreaterThan(minCornersConfidence);
    for (const [i, corner] of page.entries())
      expect(distance(corner, corners[i as 0])).toBeLessThan(0.01 * diagonal);
  });

  it('takes a page whose lower edge lies outside the picture up to the picture’s border', async () => {
    const cut = '<polygon points="140,110 770,130 800,1300 110,1300" fill="#efece6"/>';
    const lines = Array.from(
      { length: 22 },
      (_, i) => `<rect x="210" y="${210 + i * 40}" width="${480 - (i % 3) * 60}" height="9" fill="#333"/>`,
    );
    const { corners, confidence } = await findPage(
      await draw(desk('#5a3c28') + cut + lines.join('')),
      networks,
    );
    expect(confidence).toBeGreaterThan(minCornersConfidence);
    expect(corners[2].y).toBe(height);
    expect(corners[3].y).toBe(height);
    expect(distance(corners[0], { x: 140, y: 110 })).toBeLessThan(0.01 * diagonal);
  });

  it.each([
    ['a page that fills the picture', desk('#f4f2ee') + print(100, 100, 700)],
    ['a desk without a page', desk('#8a6a48')],
    [
      'a frame printed on the page',
      `${desk('#f4f2ee')}<rect x="140" y="160" width="620" height="880" fill="none" stroke="#222" stroke-width="5"/>${print(200, 220, 480)}`,
    ],
  ])('is not confident of corners inside the picture for %s', async (_, content) => {
    const { corners, confidence } = await findPage(await draw(content), networks);
    const whole = corners.every(({ x, y }) => (x < 9 || x > width - 9) && (y < 9 || y > height - 9));
    expect(confidence < minCornersConfidence || whole).toBe(true);
  });

  it('is deterministic: the same picture gives the same result', async () => {
    const picture = await draw(desk('#5a3c28') + sheet + print(210, 210, 480));
    expect(await findPage(picture, networks)).toEqual(await findPage(picture, networks));
  });
});

/** A quad with edges clear enough to be confident, except for what a test changes. */
const clearQuad = (changed: Partial<Candidate>): Candidate => ({
  corners: page,
  score: 39,
  alignedShare: [0.95, 0.9, 0.95, 0.9],
  mismatch: 0.01,
  beyond: [0.07, 0.07, 0.07, 0.07],
  ...changed,
});
const rounded = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y) });
const isSure = (changed: Partial<Candidate>) => confidenceOf(clearQuad(changed)) >= minCornersConfidence;

describe('confidence in a page', () => {
  it('a side with few points on its line is accepted only if the network predicts the same page', () => {
    expect(isSure({})).toBe(true);
    expect(isSure({ alignedShare: [0.95, 0.9, 0.95, 0.4], mismatch: 0.014 })).toBe(true);
    expect(isSure({ alignedShare: [0.95, 0.9, 0.95, 0.4], mismatch: 0.016 })).toBe(false);
    expect(isSure({ alignedShare: [0.95, 0.9, 0.95, 0.55], mismatch: 0.016 })).toBe(true);
  });

  it('a page that differs from the network’s prediction is accepted only if all its edges are clear', () => {
    expect(isSure({ mismatch: 0.049 })).toBe(true);
    const vague = { mismatch: 0.051, alignedShare: [0.95, 0.9, 0.95, 0.79] };
    expect(isSure(vague)).toBe(false);
    expect(isSure({ ...vague, score: 41 })).toBe(true);
    expect(isSure({ mismatch: 0.051 })).toBe(true);
    expect(isSure({ mismatch: 0.051, score: 29 })).toBe(false);
  });

  it('a page that leaves the picture is accepted only if the network predicts nearly the same', () => {
    expect(isSure({ leaves: true, mismatch: 0.019 })).toBe(true);
    expect(isSure({ leaves: true, mismatch: 0.021 })).toBe(false);
    expect(isSure({ mismatch: 0.021 })).toBe(true);
  });

  it('a page without clear edges is not accepted, however well it matches the prediction', () => {
    expect(isSure({ score: 8, mismatch: 0 })).toBe(false);
  });
});

describe('widenVagueSides', () => {
  it('moves only vague sides, beyond which the predicted page continues, outwards', () => {
    const { corners } = clearQuad({});
    expect(widenVagueSides(clearQuad({}), { width, height })).toEqual(corners);
    const vague = { alignedShare: [0.5, 0.9, 0.95, 0.9] };
    expect(widenVagueSides(clearQuad(vague), { width, height })).toEqual(corners);
    const beyond = [0.3, 0.3, 0.07, 0.07];
    expect(widenVagueSides(clearQuad({ beyond }), { width, height })).toEqual(corners);
    const [a, b, c, d] = widenVagueSides(clearQuad({ ...vague, beyond }), { width, height });
    expect([c, d].map(rounded)).toEqual([page[2], page[3]]);
    expect(page[0].y - a.y).toBeCloseTo(0.005 * diagonal, 0);
    expect(page[1].y - b.y).toBeCloseTo(0.005 * diagonal, 0);
  });

  it('does not move a side out of the picture', () => {
    const corners = [
      { x: 1, y: 2 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ] as const;
    const vague = { alignedShare: [0.5, 0.5, 0.5, 0.5], beyond: [1, 1, 1, 1] };
    const roomy = widenVagueSides(clearQuad({ corners, ...vague }), { width, height });
    expect(roomy.map(rounded)).toEqual(frame(width, height));
  });
});

describe('choosePage', () => {
  const [a, b, c, d] = page;
  const cut = [{ x: a.x, y: a.y + 30 }, { x: b.x, y: b.y + 30 }, c, d] as unknown as Corners;

  it('chooses the quad with the best score', () => {
    const [clear, faint] = [clearQuad({ corners: cut }), clearQuad({ score: 36 })];
    expect(choosePage([faint, clear])).toBe(clear);
    expect(choosePage([])).toBeUndefined();
  });

  it('prefers a larger quad that scores almost as well', () => {
    const [clear, larger] = [clearQuad({ corners: cut }), clearQuad({ score: 38 })];
    expect(choosePage([clear, larger])).toBe(larger);
  });

  it('prefers a quad without doubtful sides that scores almost as well', () => {
    const vague = clearQuad({ score: 48, alignedShare: [0.95, 0.9, 0.95, 0.49], mismatch: 0.02 });
    expect(choosePage([vague, clearQuad({})])).toEqual(clearQuad({}));
    expect(choosePage([vague, clearQuad({ score: 30 })])).toBe(vague);
  });
});
