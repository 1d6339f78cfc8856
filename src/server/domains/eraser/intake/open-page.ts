import type { Sharp } from 'sharp';

/** The one way to read a kept page: upright, 8-bit sRGB, three channels. `await (await openPage(path)).raw().toBuffer()`. */
export async function openPage(path: string): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // sharp turns an embedded profile's colours into sRGB by itself.
  return sharp(path).autoOrient().removeAlpha().toColourspace('srgb');
}
