import { create } from 'fontkit';

/** Tells whether a font can draw a code point. pdfkit opens the same font by the same library, but does not say. */
export function glyphsOf(font: Buffer): (codePoint: number) => boolean {
  const opened = create(font);
  if ('fonts' in opened) throw new Error('a single font is needed here, not a collection');
  return (codePoint) => opened.hasGlyphForCodePoint(codePoint);
}
