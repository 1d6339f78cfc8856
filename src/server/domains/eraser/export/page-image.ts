import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import sharp from 'sharp';
import type { Size } from '#shared/sheet-layout.ts';
import { openPage } from '../intake/intake-types.ts';

/** A picture as a PDF image object. */
export type PageImage = { dict: Record<string, unknown>; data: Buffer };

/** Higher resolutions are not visible on paper; photographs need even less. */
const maxPrintDpi = 600;
const maxPhotoDpi = 300;
const photoQuality = 90;
/**
 * Clean print compresses losslessly to fewer bytes per pixel than this, however dense it is; a photograph of
 * paper takes many times that because of its noise.
 */
const maxBytesPerPixel = { grey: 0.25, colour: 0.5 };
const bandCount = 8;
const bandHeight = 48;
/** Channel differences below this are JPEG artefacts of grey. */
const colourThreshold = 24;
const minColouredPixels = 30;

/**
 * Chooses the encoding by content: one bit for black and white, lossless for clean print, JPEG for
 * photographs.
 */
export async function pageImage(path: string, placed: Size): Promise<PageImage> {
  const picture = (await openPage(path)).resize({
    ...pixelsAt(placed, maxPrintDpi),
    fit: 'inside',
    withoutEnlargement: true,
  });
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const content = contentOf(data);
  if (content === 'bilevel') return asBilevel(data, size);
  const isGrey = content === 'grey';
  return (await isClean(data, size, isGrey))
    ? withoutLoss(await pngOf(data, size, isGrey), size, isGrey)
    : asPhoto(data, size, placed, isGrey);
}

const pixelsAt = ({ width, height }: Size, dpi: number) => ({
  width: Math.ceil((width / 72) * dpi),
  height: Math.ceil((height / 72) * dpi),
});

const imageFromRaw = (rgb: Buffer, { width, height }: Size, isGrey: boolean) =>
  sharp(rgb, { raw: { width, height, channels: 3 } }).toColourspace(isGrey ? 'b-w' : 'srgb');

const pngOf = (rgb: Buffer, size: Size, isGrey: boolean) =>
  imageFromRaw(rgb, size, isGrey).png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();

/** Samples some bands only, because compressing a whole photograph losslessly in vain takes seconds. */
async function isClean(rgb: Buffer, { width, height }: Size, isGrey: boolean) {
  const rows = Math.min(bandHeight, height);
  const bands = Array.from({ length: bandCount }, (_, band) => {
    const from = Math.floor(((height - rows) * band) / (bandCount - 1)) * width * 3;
    return rgb.subarray(from, from + rows * width * 3);
  });
  const sample = { width, height: rows * bandCount };
  const png = await pngOf(Buffer.concat(bands), sample, isGrey);
  return png.length <= maxBytesPerPixel[isGrey ? 'grey' : 'colour'] * sample.width * sample.height;
}

function contentOf(rgb: Buffer): 'bilevel' | 'grey' | 'colour' {
  let isBilevel = true;
  let coloured = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [rgb[at], rgb[at + 1], rgb[at + 2]];
    const spread = Math.max(red, green, blue) - Math.min(red, green, blue);
    if (spread > colourThreshold) {
      coloured += 1;
      if (coloured >= minColouredPixels) return 'colour';
    }
    if (isBilevel && (spread > 0 || (red !== 0 && red !== 255))) isBilevel = false;
  }
  return isBilevel ? 'bilevel' : 'grey';
}

const imageDict = ({ width, height }: Size) => ({
  Type: 'XObject',
  Subtype: 'Image',
  Width: width,
  Height: height,
});

async function asBilevel(rgb: Buffer, size: Size): Promise<PageImage> {
  const row = Math.ceil(size.width / 8);
  const bits = Buffer.alloc(row * size.height);
  for (let y = 0, at = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1, at += 3)
      if (rgb[at]) bits[y * row + (x >> 3)] = (bits[y * row + (x >> 3)] ?? 0) | (128 >> (x & 7));
  const data = await promisify(deflate)(bits, { level: 9 });
  return {
    dict: { ...imageDict(size), ColorSpace: 'DeviceGray', BitsPerComponent: 1, Filter: 'FlateDecode' },
    data,
  };
}

/** A PDF can embed the IDAT data of a PNG unchanged. */
function withoutLoss(png: Buffer, size: Size, isGrey: boolean): PageImage {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const rows = { Predictor: 15, Colors: isGrey ? 1 : 3, BitsPerComponent: 8, Columns: size.width };
  const ColorSpace = isGrey ? 'DeviceGray' : 'DeviceRGB';
  const dict = {
    ...imageDict(size),
    ColorSpace,
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
    DecodeParms: rows,
  };
  return { dict, data: Buffer.concat(parts) };
}

async function asPhoto(rgb: Buffer, size: Size, placed: Size, isGrey: boolean): Promise<PageImage> {
  const { data, info } = await imageFromRaw(rgb, size, isGrey)
    .resize({ ...pixelsAt(placed, maxPhotoDpi), fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: photoQuality, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  const ColorSpace = isGrey ? 'DeviceGray' : 'DeviceRGB';
  return { dict: { ...imageDict(info), ColorSpace, BitsPerComponent: 8, Filter: 'DCTDecode' }, data };
}
