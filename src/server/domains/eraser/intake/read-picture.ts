import sharp, { type Metadata } from 'sharp';
import { withoutJpegMetadata } from '#server/ground/incoming/jpeg-metadata.ts';
import { coloursOf, p3Profile } from './colour-profile.ts';
import { encodePng } from './encode-png.ts';
import { type IntakeLimits, type Probed, type Refused, type Size, sizeProblem } from './intake-types.ts';

type PictureKind = 'jpeg' | 'png' | 'webp';
export type DrawnPicture = { bytes: Uint8Array; mediaType: 'image/jpeg' | 'image/png'; size: Size };

/** Truncated files are errors; harmless mistakes of cameras are not. */
const input = { failOn: 'error', limitInputPixels: false, sequentialRead: true } as const;

export async function probePicture(
  bytes: Uint8Array,
  kind: PictureKind,
  limits: IntakeLimits,
): Promise<Probed | Refused> {
  const head = await headOf(bytes);
  if ('refused' in head) return head;
  if (head.format !== kind) return { refused: 'type' };
  const { autoOrient: size } = head;
  const refused = sizeProblem(size, limits);
  return refused ? { refused } : { kind, pages: [size] };
}

/**
 * A JPEG is stored as JPEG where possible: as PNG it would be five times as large, and encoding it again
 * would lose quality.
 */
export async function drawPicture(
  bytes: Uint8Array,
  kind: PictureKind,
  limits: IntakeLimits,
): Promise<DrawnPicture | Refused> {
  const probed = await probePicture(bytes, kind, limits);
  if ('refused' in probed) return probed;
  const head = await headOf(bytes);
  if ('refused' in head) return head;
  try {
    return (kind === 'jpeg' && (await strippedJpeg(bytes, head))) || (await asPng(bytes, head));
  } catch (error) {
    return { refused: 'brokenPicture', cause: String(error) };
  }
}

async function headOf(bytes: Uint8Array): Promise<Metadata | Refused> {
  try {
    return await sharp(bytes, input).metadata();
  } catch (error) {
    return { refused: 'brokenPicture', cause: String(error) };
  }
}

async function strippedJpeg(bytes: Uint8Array, head: Metadata): Promise<DrawnPicture | undefined> {
  const colours = coloursOf(head.icc);
  if (colours === 'other' || (head.space !== 'srgb' && head.space !== 'b-w')) return undefined;
  // An RGB profile does not apply to a greyscale picture.
  const profile = colours === 'p3' && head.channels === 3 ? await p3Profile() : undefined;
  const stripped = withMinimalMetadata(bytes, head.orientation ?? 1, profile);
  if (!stripped) return undefined;
  return (await decodesCleanly(stripped))
    ? { bytes: stripped, mediaType: 'image/jpeg', size: head.autoOrient }
    : undefined;
}

/**
 * Decodes the whole picture, the only way to know. A JPEG with so much as a decoder warning is not stored as
 * it is.
 */
const decodesCleanly = (jpeg: Uint8Array) =>
  sharp(jpeg, { ...input, failOn: 'warning' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );

async function asPng(bytes: Uint8Array, head: Metadata): Promise<DrawnPicture> {
  // Rotating needs the whole picture in memory; sequential reading needs only a few lines.
  const isUpright = (head.orientation ?? 1) === 1;
  const picture = sharp(bytes, { ...input, sequentialRead: isUpright }).autoOrient();
  const space = head.space === 'b-w' || head.space === 'grey16' ? 'b-w' : 'srgb';
  const png = await encodePng(picture.flatten({ background: '#fff' }).toColourspace(space));
  return { bytes: png, mediaType: 'image/png', size: head.autoOrient };
}

const exifMarker = 0xe1;
const profileMarker = 0xe2;

/**
 * Keeps the compressed picture byte for byte and removes all metadata except the orientation and, for wide
 * colours, a neutral profile. Undefined when the file structure is unexpected.
 */
function withMinimalMetadata(jpeg: Uint8Array, orientation: number, profile: Buffer | undefined) {
  const added: Buffer[] = [];
  if (orientation > 1) added.push(segment(exifMarker, orientationOnly(orientation)));
  if (profile) {
    const head = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
    added.push(segment(profileMarker, Buffer.concat([head, profile])));
  }
  return withoutJpegMetadata(jpeg, added);
}

function segment(marker: number, content: Buffer) {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** EXIF data with the orientation as its only entry. */
function orientationOnly(orientation: number) {
  const exif = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16BE(orientation, exif.length - 8);
  return exif;
}
