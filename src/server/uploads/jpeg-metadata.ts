const startOfScan = 0xda;
const comment = 0xfe;
const firstApp = 0xe0;
const lastApp = 0xef;
/** Adobe's marker says how the colours are meant: without it they would be wrong. */
const adobeApp = 0xee;

/** A JPEG without EXIF, XMP and comments; its picture is not touched. Anything unexpected is left as it is. */
export function withoutJpegMetadata(jpeg: Uint8Array): Uint8Array {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return jpeg;
  const kept = [jpeg.subarray(0, 2)];
  let at = 2;
  while (jpeg[at] === 0xff && jpeg[at + 1] !== startOfScan) {
    const marker = jpeg[at + 1] ?? 0;
    const length = ((jpeg[at + 2] ?? 0) << 8) + (jpeg[at + 3] ?? 0);
    const end = at + 2 + length;
    if (length < 2 || end > jpeg.length) return jpeg;
    const isMetadata = marker === comment || (marker >= firstApp && marker <= lastApp && marker !== adobeApp);
    if (!isMetadata) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  kept.push(jpeg.subarray(at));
  return Buffer.concat(kept);
}
