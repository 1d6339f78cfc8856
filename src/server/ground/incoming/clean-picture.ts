import type { Cleaned } from './refusals.ts';

const mostPixels = 50_000_000;
const longestSide = 2400;
const patienceSeconds = 15;

/**
 * A picture drawn anew from its pixels: upright, of a sensible size, and without anything that was hidden beside
 * them, such as where it was taken. The work is done on libvips' own threads.
 */
export async function cleanPicture(bytes: Uint8Array): Promise<Cleaned> {
  // Read when it is first needed: it is large, and most processes start long before anybody uploads.
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true } as const;
  try {
    const { format, width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp') return { refused: 'type' };
    if (width * height > mostPixels) return { refused: 'hugePicture' };
    const picture = await sharp(bytes, options)
      .timeout({ seconds: patienceSeconds })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85, effort: 2 })
      .toBuffer();
    return { bytes: picture, mediaType: 'image/webp' };
  } catch (error) {
    // The library has one kind of error; what it cannot read is the sender's to mend.
    return { refused: /timeout/i.test(String(error)) ? 'slow' : 'brokenPicture', cause: error };
  }
}
