import type { Sharp } from 'sharp';

type Grey = { data: Buffer; width: number; height: number };

/** The paper's brightness is worked out this small: it changes slowly, and this thread has others to answer. */
const longestSide = 500;
const reach = 5;
/** Paper that is lit more evenly than this is left as it is. */
const evenEnough = 0.85;

/** A grey picture as if its paper were lit evenly. */
export async function evenLight(grey: Grey): Promise<Buffer> {
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
