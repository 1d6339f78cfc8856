import type { Sharp } from 'sharp';
import type { Box } from './ocr-types.ts';

/** Line height in pixels that the recogniser reads best; it was trained on such lines. */
const lineHeight = 42;
const border = 24;
const maxPixels = 20_000_000;
const maxScale = 4;
const minScale = 0.4;
/**
 * Pictures lower than about this many lines are read as one block: column detection would only lose words.
 */
const fewLines = 8;

export type Prepared = { png: Buffer; isBlock: boolean; inPicture: (box: Corners) => Box };
type Corners = { x0: number; y0: number; x1: number; y1: number };

/**
 * Prepares a picture for the recogniser: upright, grey on evenly white paper, lines of the right height, a
 * white border.
 */
export async function prepare(picture: string | Uint8Array): Promise<Prepared> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(picture)
    .autoOrient()
    .flatten({ background: '#fff' })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const evened = await evenLight({ data, width, height });
  const even = () => sharp(evened, { raw: { width, height, channels: 1 } });
  const strips = Math.max(1, Math.min(maxStrips, Math.round(width / stripWidth)));
  const profile = await even().resize(strips, height, { fit: 'fill' }).toColourspace('b-w').raw().toBuffer();
  const printedHeight = lineHeightIn(profile, strips, height);
  const idealScale = printedHeight ? lineHeight / printedHeight : 1;
  const pixelLimitScale = Math.sqrt(maxPixels / (width * height));
  const scale = Math.min(Math.max(idealScale, minScale), maxScale, pixelLimitScale);
  const png = await even()
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill', kernel: 'lanczos3' })
    .extend({ top: border, bottom: border, left: border, right: border, background: '#fff' })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer();
  return {
    png,
    isBlock: printedHeight > 0 && height < fewLines * 1.6 * printedHeight,
    inPicture({ x0, y0, x1, y1 }) {
      const x = clamp((x0 - border) / scale, width);
      const y = clamp((y0 - border) / scale, height);
      return {
        x,
        y,
        width: clamp((x1 - border) / scale, width) - x,
        height: clamp((y1 - border) / scale, height) - y,
      };
    },
  };
}

const clamp = (value: number, maximum: number) => Math.min(Math.max(value, 0), maximum);

/** Wide enough for several characters, so that the gaps in one are filled by another. */
const stripWidth = 240;
const maxStrips = 12;
const lowestLine = 6;
const tallestLine = 240;

/**
 * Height of printed lines in pixels; 0 without any. Measured in narrow strips: within a strip a line is a run
 * of dark rows even where the page is slightly rotated or has columns.
 */
function lineHeightIn(profile: Uint8Array, strips: number, height: number): number {
  const runs: number[] = [];
  for (let strip = 0; strip < strips; strip += 1) {
    let [darkest, brightest] = [255, 0];
    for (let y = 0; y < height; y += 1) {
      const value = profile[y * strips + strip] ?? 255;
      darkest = Math.min(darkest, value);
      brightest = Math.max(brightest, value);
    }
    if (brightest - darkest < 12) continue;
    const dark = brightest - (brightest - darkest) * 0.15;
    let run = 0;
    for (let y = 0; y <= height; y += 1) {
      if (y < height && (profile[y * strips + strip] ?? 255) < dark) run += 1;
      else {
        if (run >= lowestLine && run <= tallestLine) runs.push(run);
        run = 0;
      }
    }
  }
  runs.sort((a, b) => a - b);
  return runs[Math.floor(runs.length * 0.6)] ?? 0;
}

type Grey = { data: Buffer; width: number; height: number };

/**
 * The brightness of the paper is measured at this size: it changes slowly, and this thread has other work.
 */
const longestSide = 500;
const radius = 5;
/** More evenly lit paper than this is left unchanged. */
const evenEnough = 0.85;

/** Evens out the lighting of the paper in a greyscale picture. */
async function evenLight(grey: Grey): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { data, width, height } = grey;
  const raw = { width, height, channels: 1 } as const;
  const shrink = Math.min(1, longestSide / Math.max(width, height));
  const small = { width: Math.ceil(width * shrink), height: Math.ceil(height * shrink) };
  const reduced = await bytesOf(sharp(data, { raw }).resize({ ...small, fit: 'fill' }));
  const paper = maximumFilter(reduced, small.width, small.height);
  if (isEven(paper)) return data;
  // Colour dodge with the negative of the light divides by the light.
  const shade = sharp(paper, { raw: { ...small, channels: 1 } })
    .blur(radius)
    .resize({ width, height, fit: 'fill' })
    .negate();
  return bytesOf(
    sharp(data, { raw }).composite([{ input: await bytesOf(shade), raw, blend: 'colour-dodge' }]),
  );
}

const bytesOf = (picture: Sharp) => picture.toColourspace('b-w').extractChannel(0).raw().toBuffer();

function isEven(paper: Uint8Array) {
  const sorted = Uint8Array.from(paper).sort();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return at(0.02) >= evenEnough * at(0.98);
}

/**
 * Maximum filter: each pixel takes the brightest value around it, which removes the print. Rows first, then
 * columns.
 */
function maximumFilter(from: Uint8Array, width: number, height: number) {
  const across = new Uint8Array(from.length);
  const down = Buffer.alloc(from.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let maximum = 0;
      for (let at = Math.max(0, x - radius); at <= Math.min(width - 1, x + radius); at += 1)
        maximum = Math.max(maximum, from[y * width + at] ?? 0);
      across[y * width + x] = maximum;
    }
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let maximum = 0;
      for (let at = Math.max(0, y - radius); at <= Math.min(height - 1, y + radius); at += 1)
        maximum = Math.max(maximum, across[at * width + x] ?? 0);
      down[y * width + x] = maximum;
    }
  return down;
}
