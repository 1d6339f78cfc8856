import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import sharp from 'sharp';
import type { Size } from '#shared/sheet-layout.ts';
import { openPage } from '../intake/intake-types.ts';

/** A picture as a PDF holds it. */
export type PageImage = { dict: Record<string, unknown>; data: Buffer };

/** Finer than this no printer shows; photographs are soft well before. */
const mostDpiOfPrint = 600;
const mostDpiOfPhoto = 300;
const photoQuality = 90;
/**
 * Print on clean paper takes less than this for each pixel without loss, however much there is of it; a photograph of paper
 * takes many times that, because most of it is noise.
 */
const mostBytesPerPixel = { grey: 0.25, colour: 0.5 };
const bandCount = 8;
const bandHeight = 48;
/** Below this a pixel's colours are what JPEG makes of grey. */
const colourFrom = 24;
const leastColoured = 30;

/** Chosen by what is on the page: black and white in one bit, clean print without loss, photographs as JPEG. */
export async function pageImage(path: string, placed: Size): Promise<PageImage> {
  const picture = (await openPage(path)).resize({
    ...pixelsAt(placed, mostDpiOfPrint),
    fit: 'inside',
    withoutEnlargement: true,
  });
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const content = contentOf(data);
  if (content === 'bilevel') return inOneBit(data, size);
  const isGrey = content === 'grey';
  return (await isClean(data, size, isGrey))
    ? withoutLoss(await pngOf(data, size, isGrey), size, isGrey)
    : asPhoto(data, size, placed, isGrey);
}

const pixelsAt = ({ width, height }: Size, dpi: number) => ({
  width: Math.ceil((width / 72) * dpi),
  height: Math.ceil((height / 72) * dpi),
});

const drawn = (rgb: Buffer, { width, height }: Size, isGrey: boolean) =>
  sharp(rgb, { raw: { width, height, channels: 3 } }).toColourspace(isGrey ? 'b-w' : 'srgb');

const pngOf = (rgb: Buffer, size: Size, isGrey: boolean) =>
  drawn(rgb, size, isGrey).png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();

/** Told by some bands of it, because packing a photograph for nothing takes seconds. */
async function isClean(rgb: Buffer, { width, height }: Size, isGrey: boolean) {
  const rows = Math.min(bandHeight, height);
  const bands = Array.from({ length: bandCount }, (_, band) => {
    const from = Math.floor(((height - rows) * band) / (bandCount - 1)) * width * 3;
    return rgb.subarray(from, from + rows * width * 3);
  });
  const sample = { width, height: rows * bandCount };
  const png = await pngOf(Buffer.concat(bands), sample, isGrey);
  return png.length <= mostBytesPerPixel[isGrey ? 'grey' : 'colour'] * sample.width * sample.height;
}

function contentOf(rgb: Buffer): 'bilevel' | 'grey' | 'colour' {
  let isBilevel = true;
  let coloured = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [rgb[at], rgb[at + 1], rgb[at + 2]];
    const spread = Math.max(red, green, blue) - Math.min(red, green, blue);
    if (spread > colourFrom) {
      coloured += 1;
      if (coloured >= leastColoured) return 'colour';
    }
    if (isBilevel && (spread > 0 || (red !== 0 && red !== 255))) isBilevel = false;
  }
  return isBilevel ? 'bilevel' : 'grey';
}

const image = ({ width, height }: Size) => ({
  Type: 'XObject',
  Subtype: 'Image',
  Width: width,
  Height: height,
});

async function inOneBit(rgb: Buffer, size: Size): Promise<PageImage> {
  const row = Math.ceil(size.width / 8);
  const bits = Buffer.alloc(row * size.height);
  for (let y = 0, at = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1, at += 3)
      if (rgb[at]) bits[y * row + (x >> 3)] = (bits[y * row + (x >> 3)] ?? 0) | (128 >> (x & 7));
  const data = await promisify(deflate)(bits, { level: 9 });
  return {
    dict: { ...image(size), ColorSpace: 'DeviceGray', BitsPerComponent: 1, Filter: 'FlateDecode' },
    data,
  };
}

/** A PDF reads a PNG's data as it stands. */
function withoutLoss(png: Buffer, size: Size, isGrey: boolean): PageImage {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const rows = { Predictor: 15, Colors: isGrey ? 1 : 3, BitsPerComponent: 8, Columns: size.width };
  const ColorSpace = isGrey ? 'DeviceGray' : 'DeviceRGB';
  const dict = { ...image(size), ColorSpace, BitsPerComponent: 8, Filter: 'FlateDecode', DecodeParms: rows };
  return { dict, data: Buffer.concat(parts) };
}

async function asPhoto(rgb: Buffer, size: Size, placed: Size, isGrey: boolean): Promise<PageImage> {
  const { data, info } = await drawn(rgb, size, isGrey)
    .resize({ ...pixelsAt(placed, mostDpiOfPhoto), fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: photoQuality, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  const ColorSpace = isGrey ? 'DeviceGray' : 'DeviceRGB';
  return { dict: { ...image(info), ColorSpace, BitsPerComponent: 8, Filter: 'DCTDecode' }, data };
}
