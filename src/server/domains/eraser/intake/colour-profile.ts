/** Primaries of the known profiles: X and Y of red, green and blue, relative to the profile white point. */
const primaries = {
  srgb: { rXYZ: [0.436, 0.2225], gXYZ: [0.3851, 0.7169], bXYZ: [0.1431, 0.0606] },
  p3: { rXYZ: [0.5151, 0.2412], gXYZ: [0.292, 0.6922], bXYZ: [0.1571, 0.0666] },
} as const;
const tolerance = 0.003;
const maxTags = 100;

/**
 * Identifies the colour space of an ICC profile by its primaries. Uploaded profiles are never stored, since
 * they name the device and can carry arbitrary data; a neutral profile replaces them.
 */
export function coloursOf(icc: Uint8Array | undefined): 'srgb' | 'p3' | 'other' {
  if (!icc) return 'srgb';
  const view = new DataView(icc.buffer, icc.byteOffset, icc.byteLength);
  if (icc.length < 132 || text(icc, 16) !== 'RGB ') return 'other';
  const tagOffsets = new Map<string, number>();
  const tags = Math.min(view.getUint32(128), maxTags);
  for (let at = 132; at < 132 + tags * 12 && at + 12 <= icc.length; at += 12)
    tagOffsets.set(text(icc, at), view.getUint32(at + 4));
  const matches = (colours: (typeof primaries)['srgb' | 'p3']) =>
    Object.entries<readonly number[]>(colours).every(([tag, xy]) => {
      const at = tagOffsets.get(tag);
      if (at === undefined || at + 16 > icc.length) return false;
      return xy.every((value, index) => {
        const actual = view.getInt32(at + 8 + 4 * index) / 65536;
        return Math.abs(actual - value) < tolerance;
      });
    });
  if (matches(primaries.srgb)) return 'srgb';
  return matches(primaries.p3) ? 'p3' : 'other';
}

const text = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The neutral Display P3 profile, taken from the image library that reads it again. */
export async function p3Profile(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  const { icc } = await sharp(await pixel.png().withIccProfile('p3').toBuffer()).metadata();
  if (!icc) throw new Error('the image library has no Display P3 profile');
  return icc;
}
