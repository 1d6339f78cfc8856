import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import type { Place } from '#shared/sheet-layout.ts';
import type { PdfOptions } from './export-types.ts';
import type { PageImage } from './page-image.ts';

/** Bytes that may be buffered before the next page is made. */
const maxBufferedBytes = 4 * 1024 * 1024;

type Reference = { end(data?: Buffer): void };
/** Members that the type declarations of pdfkit leave out. */
type UntypedMembers = {
  text(
    text: string,
    x: number,
    y: number,
    options: PDFKit.Mixins.TextOptions & { horizontalScaling?: number },
  ): PdfDocument;
  addContent(operators: string): PdfDocument;
  ref(dict: Record<string, unknown>): Reference;
  page: { xobjects: Record<string, Reference>; height: number };
  _root: { data: Record<string, unknown> };
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
};
export type PdfDocument = InstanceType<typeof PDFDocument> &
  UntypedMembers & { hasSign(code: number): boolean };

/** A PDF document that is streamed to its file while it is made. */
export function openPdf(to: string, { locale, title, madeAt }: PdfOptions, font: Buffer) {
  const doc = new PDFDocument({
    autoFirstPage: false,
    lang: locale === 'en' ? 'en-HK' : 'zh-Hant-HK',
    info: { Title: title ?? '明師 Mingshi', Creator: '明師 Mingshi', CreationDate: madeAt, ModDate: madeAt },
    // Otherwise pdfkit loads a default font that is never used.
    font: font as unknown as string,
  }) as unknown as PdfDocument;
  doc.hasSign = (code) => doc._font.font.hasGlyphForCodePoint(code);
  // A viewer that shrinks pages to fit would not print them at true size.
  doc._root.data.ViewerPreferences = doc.ref({ PrintScaling: 'None', DisplayDocTitle: true });
  const out = createWriteStream(to, { mode: 0o600 });
  const written = finished(out);
  // The error surfaces in `end` or in the next `settle`.
  written.catch(() => undefined);
  doc.pipe(out);
  let images = 0;
  return {
    doc,
    drawImage({ dict, data }: PageImage, { x, y, width, height }: Place) {
      images += 1;
      const name = `P${images}`;
      const object = doc.ref({ ...dict, Length: data.length });
      object.end(data);
      doc.page.xobjects[name] = object;
      const numbers = [width, 0, 0, -height, x, y + height].map((value) => value.toFixed(3));
      // pdfkit counts y downwards, PDF images upwards.
      doc.addContent(`q ${numbers.join(' ')} cm /${name} Do Q`);
    },
    async settle() {
      while (doc.readableLength + out.writableLength > maxBufferedBytes)
        await Promise.race([once(out, 'drain'), written]);
    },
    async end() {
      doc.end();
      await written;
      return out.bytesWritten;
    },
    async giveUp() {
      out.destroy();
      await rm(to, { force: true });
    },
  };
}
