const exif = Buffer.from('Exif\0\0', 'latin1');
const exifSegment = 0xffe1;
const xmp = { from: Buffer.from('<x:xmpmeta'), to: Buffer.from('</x:xmpmeta>') };
/** XMP packets longer than this are not recognised as metadata. */
const longestXmp = 2 * 1024 * 1024;

/**
 * Removes location, time and camera of photos in a PDF by overwriting their EXIF and the XMP in place. No
 * byte moves, so the cross-reference tables stay valid and PDFium draws the same pages.
 */
export function stripPdfMetadata(pdf: Buffer): Buffer {
  for (let at = pdf.indexOf(exif, 4); at !== -1; at = pdf.indexOf(exif, at + 1)) {
    const end = at - 2 + pdf.readUInt16BE(at - 2);
    if (pdf.readUInt16BE(at - 4) === exifSegment && end <= pdf.length) pdf.fill(0, at + exif.length, end);
  }
  for (let at = pdf.indexOf(xmp.from); at !== -1; at = pdf.indexOf(xmp.from, at + 1)) {
    const end = pdf.subarray(at, at + longestXmp).indexOf(xmp.to);
    if (end !== -1) pdf.fill(' ', at, at + end + xmp.to.length);
  }
  return pdf;
}
