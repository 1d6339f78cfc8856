import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConstants } from '../constants.ts';
import { writtenPixels } from './erase-plan.ts';
import { type NetworkPage, networkPage, sharedBytes } from './network-page.ts';
import { describeParts, writingParts } from './part-features.ts';

const constants = readConstants(fileURLToPath(new URL('../../../../models', import.meta.url)));
const size = { width: 640, height: 400 };
type Rgb = readonly [number, number, number];
const [black, blue] = [
  [45, 45, 48],
  [50, 70, 160],
] as const;

function blankPage(): NetworkPage {
  return networkPage(sharedBytes(size.width * size.height * 3).fill(235), size.width, size.height);
}

/** Draws a slanted stroke 4 px wide with the networks' probabilities of student's writing and of print, of 255. */
function stroke(page: NetworkPage, x: number, y: number, ink: Rgb, writing: number, print: number) {
  const plane = page.width * page.height;
  for (let k = 0; k < 24; k++) {
    for (let w = 0; w < 4; w++) {
      const i = (y + k) * page.width + x + (k >> 1) + w;
      page.rgb.set(ink, i * 3);
      for (const masks of [page.masks, page.coarse]) {
        masks[i] = writing;
        masks[i + 2 * plane] = print;
      }
    }
  }
  return (y + 10) * page.width + x + 6;
}

/** A page with print at the top and a line of the student's writing below. */
function writtenPage(strokes = 25, ink: Rgb = blue) {
  const page = blankPage();
  for (let i = 0; i < 60; i++) stroke(page, 20 + (i % 30) * 20, 30 + Math.floor(i / 30) * 50, black, 2, 250);
  for (let i = 0; i < strokes; i++) stroke(page, 30 + i * 20, 300, ink, 253, 3);
  return page;
}

describe('writingParts', () => {
  const parts = (rows: string[]) => {
    const page = networkPage(sharedBytes(3 * rows.length * 8), 8, rows.length);
    rows.forEach((row, y) => {
      [...row].forEach((mark, x) => {
        if (mark !== '.') page.masks[y * 8 + x + (mark === 't' ? 8 * rows.length : 0)] = 200;
      });
    });
    return writingParts(page, 127);
  };

  it('joins pixels vertically, diagonally and across student and teacher, but not across row ends', () => {
    expect(parts(['#.....#.', '#.....#.', '########']).parts).toBe(1);
    expect(parts(['##......', '..tt....', '....##..']).parts).toBe(1);
    expect(parts(['.......#', '#.......', '........', '...##...']).parts).toBe(3);
    expect(parts(['#.#.#.#.', '.#.#.#.#']).part.every((part) => part === 0)).toBe(true);
    expect(parts(['........']).parts).toBe(0);
  });
});

describe('telling print from writing', () => {
  it('the ink decides where the networks are not sure', () => {
    const page = writtenPage();
    const printed = stroke(page, 300, 180, black, 200, 30);
    const same = stroke(page, 400, 180, blue, 200, 30);
    const written = writtenPixels(page, constants);
    expect(written[printed]).toBe(0);
    expect(written[same]).toBe(1);
    expect(written[310 * page.width + 36]).toBe(1);
  });

  it('a part’s own ink is not evidence that a pen with this ink was used', () => {
    const page = writtenPage(5);
    const printed = stroke(page, 300, 180, black, 238, 2);
    // The coarse network was not sure; the fine one alone would make the part a sample of the page's pens.
    for (let i = 170 * page.width; i < 220 * page.width; i++)
      page.coarse[i] = Math.min(page.coarse[i] as number, 130);
    const written = writtenPixels(page, constants);
    expect(written[printed]).toBe(0);
    expect(written[310 * page.width + 36]).toBe(1);
  });

  it('a part that the networks are sure of is writing, even if it is alone and as black as the print', () => {
    const page = writtenPage(0);
    const sure = stroke(page, 300, 302, black, 252, 2);
    const unsure = stroke(page, 400, 302, black, 190, 40);
    const written = writtenPixels(page, constants);
    expect(written[sure]).toBe(1);
    expect(written[unsure]).toBe(0);
  });

  it('a doubtful part counts as writing only if there is certain writing elsewhere on the page', () => {
    const doubted = (page: NetworkPage) => {
      const at = stroke(page, 300, 180, black, 240, 30);
      return writtenPixels(page, constants)[at];
    };
    expect(doubted(writtenPage(0))).toBe(0);
    expect(doubted(writtenPage(25, black))).toBe(1);
  });

  it('the feature `company` grows with the certain writing elsewhere and excludes the part itself', () => {
    const company = (page: NetworkPage) => {
      stroke(page, 300, 180, black, 250, 2);
      const runs = writingParts(page, constants.erase_threshold * 255);
      const part = runs.part[runs.row.indexOf(190)] as number;
      return describeParts(page, runs)[part]?.company ?? Number.NaN;
    };
    expect(company(writtenPage(0))).toBe(0);
    const [few, many] = [company(writtenPage(5)), company(writtenPage(25))];
    expect(few).toBeGreaterThan(0.5);
    expect(few).toBeLessThan(0.9);
    expect(many).toBe(1);
  });

  it('parts are not classified in a picture of noise: all of them stay writing', () => {
    const page = writtenPage();
    const printed = stroke(page, 300, 180, black, 200, 30);
    for (let y = 0; y < 20; y += 2)
      for (let x = 0; x < page.width; x += 2) page.masks[y * page.width + x] = 170;
    expect(writtenPixels(page, constants)[printed]).toBe(0);
    for (let y = 0; y < page.height; y += 2)
      for (let x = 0; x < page.width; x += 2) page.masks[y * page.width + x] ||= 170;
    expect(writtenPixels(page, constants)[printed]).toBe(1);
  });
});
