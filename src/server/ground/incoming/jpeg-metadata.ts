const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;
const firstApp = 0xe0;
const lastApp = 0xef;
/** Adobe's marker says how the colours are meant: without it they would be wrong. */
const adobeApp = 0xee;
/** Of Adobe's marker this much is read; what comes behind could be anything. */
const adobeLength = 14;
/** Says that colours are YCbCr, and nothing else: no density, no thumbnail. */
const plainJfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex');

/**
 * A JPEG without EXIF, XMP, profiles, comments, and without the films and second pictures that phones append; its picture
 * is not touched. `added` are segments that take the place of what was dropped. Undefined when it is not laid out as
 * expected: then nobody knows what is metadata.
 */
export function withoutJpegMetadata(jpeg: Uint8Array, added: Uint8Array[] = []): Uint8Array | undefined {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return undefined;
  const isJfif = jpeg[2] === 0xff && jpeg[3] === firstApp;
  const kept: Uint8Array[] = [jpeg.subarray(0, 2), ...(isJfif ? [plainJfif] : []), ...added];
  for (let at = 2; ; ) {
    // Any number of fill bytes may stand before a marker.
    while (jpeg[at] === 0xff && jpeg[at + 1] === 0xff) at += 1;
    const marker = jpeg[at + 1];
    if (jpeg[at] !== 0xff || marker === undefined) return undefined;
    if (marker === endOfImage) return Buffer.concat([...kept, jpeg.subarray(at, at + 2)]);
    const length = ((jpeg[at + 2] ?? 0) << 8) + (jpeg[at + 3] ?? 0);
    let end = at + 2 + length;
    if (length < 2 || end > jpeg.length) return undefined;
    if (marker === startOfScan) end = endOfScan(jpeg, end);
    const isApp = marker >= firstApp && marker <= lastApp;
    if (marker === adobeApp && length >= adobeLength)
      kept.push(adobe(jpeg.subarray(at, at + 2 + adobeLength)));
    else if (!isApp && marker !== comment) kept.push(jpeg.subarray(at, end));
    at = end;
  }
}

/** Where the next marker is that is not part of the picture's data. */
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
