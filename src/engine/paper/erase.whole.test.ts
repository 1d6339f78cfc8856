import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { openEraser } from './erase.ts';
import { atStrength } from './strength.ts';
import { type Corners, maskBits, PaperError } from './types.ts';

const eraser = openEraser({ threads: 2 });
afterAll(() => eraser.close());

const asIs = { crop: 'none', rotate: 0 } as const;
const size = { width: 640, height: 480 };

/** A page of print with a student's blue strokes and a teacher's red tick, apart from each other. */
function draw({ writing = true } = {}) {
  const lines = [
    '1. The quick brown fox jumps over',
    'the lazy dog near the old river.',
    '2. Find the value of x when y = 5.',
  ];
  const print = lines.map(
    (line, i) => `<text x="40" y="${60 + i * 40}" font-family="serif" font-size="25">${line}</text>`,
  );
  const blue = 'fill="none" stroke="#2038a0" stroke-width="3" stroke-linecap="round"';
  const hand = `<path ${blue} d="M90 300 q20 -40 30 0 t30 0 q10 -50 30 -10 t40 10 q20 -60 40 -5 t45 5 q10 -40 40 0"/>
    <path ${blue} d="M90 350 q30 -30 40 0 t40 -5 q10 -40 40 0 t30 0"/>
    <path fill="none" stroke="#d02020" stroke-width="4" d="M480 330 l25 40 l60 -110"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#f4f2ee"/>${print.join('')}${writing ? hand : ''}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' });
}

const png = await draw().png().toBuffer();
const raw = new Uint8Array(await draw().removeAlpha().raw().toBuffer());
const first = eraser.erasePage(png, asIs);
const areas = { blue: [80, 250, 360, 370], red: [470, 250, 575, 380], print: [30, 30, 560, 150] } as const;

/** How many pixels of an area satisfy the condition. */
function count(
  [left, top, right, bottom]: readonly [number, number, number, number],
  condition: (i: number) => boolean,
) {
  let n = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if (condition(y * size.width + x)) n++;
  return n;
}

const darkIn = (data: Uint8Array) => (i: number) => (data[i * 3 + 1] as number) < 140;

describe('erasing', () => {
  it('removes the writing, keeps the print and leaves every other pixel unchanged', async () => {
    const { image, mask, confidence, ...page } = await first;
    expect(page).toMatchObject({ original: size, orientation: 0, cornersConfidence: 0 });
    expect(image).toMatchObject({ ...size, channels: 3 });
    expect(mask.length).toBe(640 * 480);
    expect(confidence).toMatchObject({ width: 160, height: 120 });
    for (const [area, share] of [
      ['blue', 0.1],
      ['red', 0.15],
    ] as const) {
      expect(count(areas[area], darkIn(raw))).toBeGreaterThan(400);
      expect(count(areas[area], darkIn(image.data))).toBeLessThan(share * count(areas[area], darkIn(raw)));
    }
    expect(count(areas.print, darkIn(image.data))).toBeGreaterThan(0.97 * count(areas.print, darkIn(raw)));
    const changed = Array.from(mask.keys()).filter((i) =>
      [0, 1, 2].some((c) => image.data[i * 3 + c] !== raw[i * 3 + c]),
    );
    expect(changed.length).toBeGreaterThan(1000);
    expect(changed.every((i) => (mask[i] as number) & maskBits.erased)).toBe(true);
  });

  it('tells student from teacher; keepRed and keepInk preserve their marks', async () => {
    const { mask } = await first;
    const has =
      (bit: number, of = mask) =>
      (i: number) =>
        ((of[i] as number) & bit) !== 0;
    expect(count(areas.blue, has(maskBits.student))).toBeGreaterThan(
      count(areas.blue, has(maskBits.teacher)),
    );
    expect(count(areas.red, has(maskBits.teacher))).toBeGreaterThan(count(areas.red, has(maskBits.student)));
    expect(count(areas.print, has(maskBits.print))).toBeGreaterThan(1000);
    const red = await eraser.erasePage(png, { ...asIs, keepRed: true });
    expect(count(areas.red, has(maskBits.erased, red.mask))).toBeLessThan(
      0.1 * count(areas.red, has(maskBits.erased)),
    );
    expect(count(areas.blue, has(maskBits.erased, red.mask))).toBeGreaterThan(1000);
    const both = await eraser.erasePage(png, { ...asIs, keepRed: true, keepInk: true });
    expect(Buffer.compare(both.image.data, raw)).toBe(0);
  });

  it('gives the same bytes when repeated and with one thread', async () => {
    const alone = openEraser({ threads: 1 });
    const before = await first;
    for (const again of [eraser.erasePage(png, asIs), alone.erasePage(png, asIs)]) {
      const { image, mask, confidence } = await again;
      expect(Buffer.compare(before.image.data, image.data)).toBe(0);
      expect(Buffer.compare(before.mask, mask)).toBe(0);
      expect(Buffer.compare(before.confidence.data, confidence.data)).toBe(0);
    }
    await alone.close();
  });

  it('gives the other strengths without running the networks again, as erasing with them does', async () => {
    const page = await eraser.erasePage(png, { ...asIs, withUnerased: true, withThorough: true });
    for (const strength of ['strict', 'thorough'] as const) {
      const [made, direct] = [atStrength(page, strength), await eraser.erasePage(png, { ...asIs, strength })];
      expect(Buffer.compare(made.image.data, direct.image.data)).toBe(0);
      expect(Buffer.compare(made.mask, direct.mask)).toBe(0);
    }
    expect(Buffer.compare(atStrength(page, 'standard').image.data, page.image.data)).toBe(0);
  });

  it('makes the paper white with the option `white`, and keeps the print', async () => {
    const { image } = await eraser.erasePage(png, { ...asIs, white: true });
    expect([...image.data.slice(0, 3)]).toEqual([255, 255, 255]);
    expect(count(areas.print, darkIn(image.data))).toBeGreaterThan(0.9 * count(areas.print, darkIn(raw)));
  });

  it('runs no network on a blank page', async () => {
    const blank = await sharp({ create: { ...size, channels: 3, background: '#eee' } })
      .png()
      .toBuffer();
    const { tiles, image } = await eraser.erasePage(blank, asIs);
    expect(tiles).toEqual({ coarse: 0, fine: 0, blank: 1 });
    expect(image.data.every((value) => value === 0xee)).toBe(true);
  });

  it('reports its progress by stage and by tiles', async () => {
    const reported: string[] = [];
    await eraser.erasePage(png, {
      ...asIs,
      onProgress: ({ stage, done, total }) => reported.push(`${stage} ${done}/${total}`),
    });
    expect(reported[0]).toBe('read 0/1');
    // The view of the whole page, and one tile.
    expect(reported).toContain('erase 2/2');
    expect(reported.at(-1)).toBe('finish 0/1');
  });
});

describe('geometry', () => {
  it('applies the EXIF orientation', async () => {
    const sideways = await sharp(png).rotate(270).withMetadata({ orientation: 6 }).png().toBuffer();
    const { image } = await eraser.erasePage(sideways, { ...asIs, keepInk: true, keepRed: true });
    expect(image).toMatchObject(size);
    expect(Buffer.compare(image.data, raw)).toBe(0);
  });

  it('crops to the corners that the caller gives and rotates the cropped page', async () => {
    const corners: Corners = [
      { x: 40, y: 30 },
      { x: 560, y: 30 },
      { x: 560, y: 430 },
      { x: 40, y: 430 },
    ];
    const keep = { keepInk: true, keepRed: true };
    const page = await eraser.erasePage(png, { ...keep, crop: corners, rotate: 0 });
    expect(page).toMatchObject({ corners, cornersConfidence: 1, image: { width: 520, height: 400 } });
    const at = (x: number, y: number) => [
      ...raw.slice(((y + 30) * 640 + x + 40) * 3, ((y + 30) * 640 + x + 40) * 3 + 3),
    ];
    for (const [x, y] of [
      [5, 20],
      [60, 270],
      [300, 29],
    ] as const) {
      expect([...page.image.data.slice((y * 520 + x) * 3, (y * 520 + x) * 3 + 3)]).toEqual(at(x, y));
    }
    const turned = await eraser.erasePage(png, { ...keep, crop: corners, rotate: 90 });
    expect(turned).toMatchObject({ orientation: 90, image: { width: 400, height: 520 } });
    // The page's bottom left corner is now at the top left.
    expect([...turned.image.data.slice(60 * 400 * 3, 60 * 400 * 3 + 3)]).toEqual(at(60, 399));
  });

  it('finds a page on a desk, and uses the whole picture when it shows no desk', async () => {
    const photo = await draw()
      .resize(560, 420)
      .extend({ top: 90, left: 70, right: 90, bottom: 70, background: '#5a3c28' })
      .png()
      .toBuffer();
    const found = await eraser.erasePage(photo, { keepInk: true, keepRed: true });
    const truth = [
      [70, 90],
      [630, 90],
      [630, 510],
      [70, 510],
    ] as const;
    found.corners.forEach(({ x, y }, i) => {
      expect(Math.hypot(x - (truth[i]?.[0] ?? 0), y - (truth[i]?.[1] ?? 0))).toBeLessThan(
        0.01 * Math.hypot(720, 580),
      );
    });
    const none = await eraser.erasePage(png, { keepInk: true, keepRed: true });
    expect(none.image).toMatchObject(size);
    expect(Buffer.compare(none.image.data, raw)).toBe(0);
  });

  it('refuses crossed, outside or incomplete corners and a rotation of 45°', async () => {
    const crossed: Corners = [
      { x: 0, y: 0 },
      { x: 600, y: 400 },
      { x: 600, y: 0 },
      { x: 0, y: 400 },
    ];
    const outside: Corners = [
      { x: 0, y: 0 },
      { x: 900, y: 0 },
      { x: 600, y: 400 },
      { x: 0, y: 400 },
    ];
    for (const options of [
      { crop: crossed },
      { crop: outside },
      { crop: [{ x: Number.NaN, y: 0 }] as never },
      { rotate: 45 as never },
    ]) {
      await expect(eraser.erasePage(png, options)).rejects.toMatchObject({ reason: 'options' });
    }
  });
});

describe('aborting, closing and failing', () => {
  it('rejects an aborted page with the signal’s reason, and the next page succeeds', async () => {
    await expect(eraser.erasePage(png, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
    const half = new AbortController();
    const stopped = eraser.erasePage(png, {
      ...asIs,
      signal: half.signal,
      onProgress: () => half.abort('enough'),
    });
    await expect(stopped).rejects.toBe('enough');
    await expect(eraser.erasePage(png, asIs)).resolves.toMatchObject({ image: size });
  });

  it('close() fails the page in progress and every later page', async () => {
    const closing = openEraser({ threads: 1 });
    const page = closing.erasePage(png, asIs);
    const failed = expect(page).rejects.toBeInstanceOf(PaperError);
    await closing.close();
    await failed;
    await expect(closing.erasePage(png, asIs)).rejects.toMatchObject({ reason: 'engine' });
  });

  it('missing weights reject with the reason `models`', async () => {
    const lost = openEraser({ threads: 1, modelsDir: '/nowhere' });
    await expect(lost.erasePage(png, asIs)).rejects.toMatchObject({ reason: 'models' });
    await lost.close();
  });
});
