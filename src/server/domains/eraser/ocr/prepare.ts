import { evenLight } from './even-light.ts';
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
