/** The red, green and blue that a profile is made of, as X and Y in the profile's own white. */
const known = {
  srgb: { rXYZ: [0.436, 0.2225], gXYZ: [0.3851, 0.7169], bXYZ: [0.1431, 0.0606] },
  p3: { rXYZ: [0.5151, 0.2412], gXYZ: [0.292, 0.6922], bXYZ: [0.1571, 0.0666] },
} as const;
const tolerance = 0.003;
const mostTags = 100;

/**
 * Which colours a profile means. A profile names its device and can carry anything, so none is kept: those that phones
 * and screens use are told by their primaries, and a profile of ours stands for them.
 */
export function coloursOf(icc: Uint8Array | undefined): 'srgb' | 'p3' | 'other' {
  if (!icc) return 'srgb';
  const view = new DataView(icc.buffer, icc.byteOffset, icc.byteLength);
  if (icc.length < 132 || text(icc, 16) !== 'RGB ') return 'other';
  const places = new Map<string, number>();
  const tags = Math.min(view.getUint32(128), mostTags);
  for (let at = 132; at < 132 + tags * 12 && at + 12 <= icc.length; at += 12)
    places.set(text(icc, at), view.getUint32(at + 4));
  const fits = (colours: (typeof known)['srgb' | 'p3']) =>
    Object.entries<readonly number[]>(colours).every(([tag, xy]) => {
      const at = places.get(tag);
      if (at === undefined || at + 16 > icc.length) return false;
      return xy.every((value, index) => {
        const given = view.getInt32(at + 8 + 4 * index) / 65536;
        return Math.abs(given - value) < tolerance;
      });
    });
  if (fits(known.srgb)) return 'srgb';
  return fits(known.p3) ? 'p3' : 'other';
}

const text = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The profile that stands for Display P3, from the library that will read it again. */
export async function p3Profile(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  const { icc } = await sharp(await pixel.png().withIccProfile('p3').toBuffer()).metadata();
  if (!icc) throw new Error('the image library has no Display P3 profile');
  return icc;
}
