import { withoutJpegMetadata } from '#server/domains/uploads/jpeg-metadata.ts';

const exifMarker = 0xe1;
const profileMarker = 0xe2;

/**
 * A JPEG with its picture untouched, byte for byte, and beside it only how it lies and, for wide colours, a profile of
 * ours. Undefined when it is not laid out as expected.
 */
export function keptJpeg(jpeg: Uint8Array, orientation: number, profile: Buffer | undefined) {
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

/** EXIF with one entry. */
function orientationOnly(orientation: number) {
  const exif = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16BE(orientation, exif.length - 8);
  return exif;
}
