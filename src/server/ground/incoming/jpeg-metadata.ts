const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;
const firstApp = 0xe0;
const lastApp = 0xef;
/** Adobe's marker defines the colour transform: without it the colours would be wrong. */
const adobeApp = 0xee;
/** The defined length of Adobe's marker; further bytes could be anything and are cut off. */
const adobeLength = 14;
/** A minimal JFIF segment, which declares YCbCr colours, without a thumbnail. */
const plainJfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex');

/**
 * A JPEG without EXIF, XMP, profiles and comments, and without the videos and second pictures that phones
 * append; its pixels are unchanged. `added` segments are inserted at the start. Undefined if the segments are
 * malformed, because then the metadata cannot be found.
 */
export function withoutJpegMetadata(jpeg: Uint8Array, added: Uint8Array[] = []): Uint8Array | undefined {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return undefined;
  const isJfif = jpeg[2] === 0xff && jpeg[3] === firstApp;
  const segments: Uint8Array[] = [jpeg.subarray(0, 2), ...(isJfif ? [plainJfif] : []), ...added];
  for (let at = 2; ; ) {
    // Any number of 0xff fill bytes may precede a marker.
    while (jpeg[at] === 0xff && jpeg[at + 1] === 0xff) at += 1;
    const marker = jpeg[at + 1];
    if (jpeg[at] !== 0xff || marker === undefined) return undefined;
    if (marker === endOfImage) return Buffer.concat([...segments, jpeg.subarray(at, at + 2)]);
    const length = ((jpeg[at + 2] ?? 0) << 8) + (jpeg[at + 3] ?? 0);
    let end = at + 2 + length;
    if (length < 2 || end > jpeg.length) return undefined;
    if (marker === startOfScan) end = endOfScan(jpeg, end);
    const isApp = marker >= firstApp && marker <= lastApp;
    if (marker === adobeApp && length >= adobeLength)
      segments.push(adobe(jpeg.subarray(at, at + 2 + adobeLength)));
    else if (!isApp && marker !== comment) segments.push(jpeg.subarray(at, end));
    at = end;
  }
}

/** The position of the next marker that is not part of the scan's data. */
function endOfScan(jpeg: Uint8Array, from: number) {
  for (let at = jpeg.indexOf(0xff, from); at !== -1; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg[at + 1] ?? 0;
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isData && next !== 0xff) return at;
  }
  return jpeg.length;
}

function adobe(segment: Uint8Array) {
  const cut = Buffer.from(segment);
  cut.writeUInt16BE(adobeLength, 2);
  return cut;
}
