import type { Sharp } from 'sharp';
import type { Box } from './ocr-types.ts';

/** How tall a printed line is when the recogniser reads it best; it learned on lines like these. */
const lineHeight = 42;
const border = 24;
const mostPixels = 20_000_000;
const mostScale = 4;
const leastScale = 0.4;
/** Lines of fewer than so many line heights are read as one block: looking for columns in them only loses words. */
const fewLines = 8;

export type Prepared = { png: Buffer; isBlock: boolean; inPicture: (box: Corners) => Box };
type Corners = { x0: number; y0: number; x1: number; y1: number };

/** A picture as the recogniser likes it: upright, grey on even white, lines of the right height, white around it. */
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
  const strips = Math.max(1, Math.min(mostStrips, Math.round(width / stripWidth)));
  const profile = await even().resize(strips, height, { fit: 'fill' }).toColourspace('b-w').raw().toBuffer();
  const printed = linesIn(profile, strips, height);
  const wanted = printed ? lineHeight / printed : 1;
  const fits = Math.sqrt(mostPixels / (width * height));
  const scale = Math.min(Math.max(wanted, leastScale), mostScale, fits);
  const png = await even()
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill', kernel: 'lanczos3' })
    .extend({ top: border, bottom: border, left: border, right: border, background: '#fff' })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer();
  return {
    png,
    isBlock: printed > 0 && height < fewLines * 1.6 * printed,
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

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** Wide enough to hold some characters, so that the gaps in one are filled by another. */
const stripWidth = 240;
const mostStrips = 12;
const lowestLine = 6;
const tallestLine = 240;

/**
 * How tall printed lines are, in pixels; 0 when there are none. The picture is looked at in narrow strips: over one of
 * them a line is a run of dark rows even where the page is a little turned or has columns.
 */
function linesIn(profile: Uint8Array, strips: number, height: number): number {
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

/** The paper's brightness is worked out this small: it changes slowly, and this thread has others to answer. */
const longestSide = 500;
const reach = 5;
/** Paper that is lit more evenly than this is left as it is. */
const evenEnough = 0.85;

/** A grey picture as if its paper were lit evenly. */
async function evenLight(grey: Grey): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { data, width, height } = grey;
  const raw = { width, height, channels: 1 } as const;
  const shrink = Math.min(1, longestSide / Math.max(width, height));
  const small = { width: Math.ceil(width * shrink), height: Math.ceil(height * shrink) };
  const seen = await bytesOf(sharp(data, { raw }).resize({ ...small, fit: 'fill' }));
  const paper = brightestNear(seen, small.width, small.height);
  if (isEven(paper)) return data;
  // Dodging by the negative of the light is dividing by the light.
  const shade = sharp(paper, { raw: { ...small, channels: 1 } })
    .blur(reach)
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

/** Each pixel as bright as the brightest around it: what is printed is gone. Rows first, then columns. */
function brightestNear(from: Uint8Array, width: number, height: number) {
  const across = new Uint8Array(from.length);
  const down = Buffer.alloc(from.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let most = 0;
      for (let at = Math.max(0, x - reach); at <= Math.min(width - 1, x + reach); at += 1)
        most = Math.max(most, from[y * width + at] ?? 0);
      across[y * width + x] = most;
    }
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let most = 0;
      for (let at = Math.max(0, y - reach); at <= Math.min(height - 1, y + reach); at += 1)
        most = Math.max(most, across[at * width + x] ?? 0);
      down[y * width + x] = most;
    }
  return down;
}
