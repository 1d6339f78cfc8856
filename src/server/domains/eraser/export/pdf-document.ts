import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { glyphsOf } from '#server/ground/files/font-glyphs.ts';
import type { Place } from '#shared/sheet-layout.ts';
import type { PdfOptions } from './export-types.ts';
import type { PageImage } from './page-image.ts';

/** Bytes that may be buffered before the next page is made. */
const maxBufferedBytes = 4 * 1024 * 1024;

declare global {
  namespace PDFKit.Mixins {
    interface TextOptions {
      /** In percent. pdfkit documents it; its types leave it out. */
      horizontalScaling?: number;
    }
  }
}

/**
 * pdfkit has an option for a viewer to show the title, and none for it to print without scaling: a viewer that shrinks
 * pages to fit prints none at its true size. Both are entries of one dictionary, which is asked for by this method.
 */
class PrintDocument extends PDFDocument {
  override ref(data: object = {}) {
    return super.ref('DisplayDocTitle' in data ? { ...data, PrintScaling: 'None' } : data);
  }
}
export type PdfDocument = PrintDocument;
export type Pdf = ReturnType<typeof openPdf>;

/** A PDF document that is streamed to its file while it is made. */
export function openPdf(to: string, { locale, title, madeAt }: PdfOptions, font: Buffer) {
  const doc = new PrintDocument({
    autoFirstPage: false,
    displayTitle: true,
    lang: locale === 'en' ? 'en-HK' : 'zh-Hant-HK',
    info: { Title: title ?? '明師 Mingshi', Creator: '明師 Mingshi', CreationDate: madeAt, ModDate: madeAt },
    // Otherwise pdfkit loads a default font that is never used.
    font: font as unknown as string,
  });
  const out = createWriteStream(to, { mode: 0o600 });
  const written = finished(out);
  // The error surfaces in `end` or in the next `settle`.
  written.catch(() => undefined);
  doc.pipe(out);
  let images = 0;
  return {
    doc,
    hasGlyph: glyphsOf(font),
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
