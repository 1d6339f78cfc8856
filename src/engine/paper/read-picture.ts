/** Decodes a picture file, or raw pixels, to upright RGB. Its size is checked in the header, before decoding. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { PaperError, type RawImage } from './types.ts';

export interface Picture {
  /** RGB. Must be copied to shared memory before other threads use it: see `shared`. */
  data: Uint8Array;
  width: number;
  height: number;
}

const maxPixels = 64_000_000;
const maxSide = 20_000;
const minSide = 32;

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(at, at + text.length)
    .equals(Buffer.from(text, 'latin1'));

/** Only these formats are decoded: an SVG or PDF can contain anything and take any time to draw. */
function isPicture(bytes: Uint8Array) {
  return (
    startsWith(bytes, '\xff\xd8\xff') ||
    startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
    startsWith(bytes, 'GIF8') ||
    (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) ||
    startsWith(bytes, 'II*\0') ||
    startsWith(bytes, 'MM\0*') ||
    startsWith(bytes, 'ftypavif', 4)
  );
}

function checkSize(width: number, height: number) {
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    throw new PaperError(
      'too-large',
      `${width} × ${height} pixels: at most ${maxPixels / 1e6} megapixels and ${maxSide} a side.`,
    );
  }
  if (width < minSide || height < minSide) {
    throw new PaperError('too-small', `${width} × ${height} pixels: at least ${minSide} a side.`);
  }
}

const damaged = (error: unknown) =>
  new PaperError(
    'damaged',
    `The picture cannot be read to its end: ${(error as Error).message.split('\n')[0]}`,
    { cause: error },
  );

async function openFile(bytes: Uint8Array): Promise<Sharp> {
  if (!isPicture(bytes)) throw new PaperError('format', 'Not a JPEG, PNG, WebP, AVIF, TIFF or GIF picture.');
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true });
  let header: Metadata;
  try {
    // No limit here: checkSize applies ours, so that the error has its own reason, `too-large`.
    header = await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw damaged(error);
  }
  // Of an animation only the first frame is read.
  checkSize(header.width, header.pageHeight ?? header.height);
  return picture.autoOrient();
}

function openRaw({ data, width, height, channels }: RawImage): Sharp {
  const valid = [width, height, channels].every((n) => Number.isInteger(n) && n > 0);
  if (!valid || channels > 4)
    throw new PaperError('format', 'Raw pixels need a whole width, height and 1 to 4 channels.');
  checkSize(width, height);
  if (data.length !== width * height * channels) {
    throw new PaperError('damaged', `${data.length} bytes are not ${width} × ${height} × ${channels}.`);
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** Raw RGB input is not copied. */
export async function readPicture(input: Uint8Array | RawImage): Promise<Picture> {
  if (!(input instanceof Uint8Array) && input.channels === 3) {
    openRaw(input);
    return { data: input.data, width: input.width, height: input.height };
  }
  const picture = input instanceof Uint8Array ? await openFile(input) : openRaw(input);
  try {
    const { data, info } = await picture
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    // The decoder's memory cannot be transferred to another thread.
    if (info.channels === 3) return { data: new Uint8Array(data), width: info.width, height: info.height };
    const rgb = new Uint8Array(info.width * info.height * 3);
    const step = info.channels;
    for (let from = 0, to = 0; to < rgb.length; from += step, to += 3)
      rgb.fill(data[from] as number, to, to + 3);
    return { data: rgb, width: info.width, height: info.height };
  } catch (error) {
    throw damaged(error);
  }
}
