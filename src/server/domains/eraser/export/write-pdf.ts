import { readChineseFont } from '#server/ground/files/chinese-font.ts';
import type { Locale } from '#shared/locale.ts';
import { atTrueSize, fitInto, layOut, type Place, type Size } from '#shared/sheet-layout.ts';
import { openPage } from '../intake/intake-types.ts';
import type { ExportPage, ExportProgress, PdfOptions } from './export-types.ts';
import { pageImage } from './page-image.ts';
import { openPdf, type Pdf, type PdfDocument } from './pdf-document.ts';
import { writeInvisibly } from './text-layer.ts';

const ink = '#1a1a1a';

/** Writes the pages in order to the file `to`; a failure leaves no file. */
export async function writePdf(
  pages: ExportPage[],
  to: string,
  options: PdfOptions,
  progress: ExportProgress = {},
): Promise<{ sheets: number; bytes: number }> {
  const pdf = openPdf(to, options, await readChineseFont());
  try {
    const sheets = await writeSheets(pdf, pages, options, progress);
    return { sheets, bytes: await pdf.end() };
  } catch (error) {
    await pdf.giveUp();
    throw error;
  }
}

/** Writes sheet by sheet, so that only one page picture is in memory at a time. */
async function writeSheets(
  pdf: Pdf,
  pages: ExportPage[],
  options: PdfOptions,
  { signal, onPage }: ExportProgress,
) {
  const sheets = Math.ceil(pages.length / options.perSheet);
  for (let index = 0; index < sheets; index += 1) {
    const onSheet = pages.slice(index * options.perSheet, (index + 1) * options.perSheet);
    const sizes = await Promise.all(onSheet.map(({ path }) => sizeOf(path)));
    const sheet = layOut(sizes[0] as Size, options);
    pdf.doc.addPage({ size: [sheet.width, sheet.height], margin: 0 });
    if (sheet.heading) drawHeading(pdf.doc, sheet.heading, options.locale);
    for (const [at, page] of onSheet.entries()) {
      signal?.throwIfAborted();
      const size = sizes[at] as Size;
      const isTrue = options.size === 'true' && options.perSheet === 1;
      const place = isTrue ? atTrueSize(size, sheet) : fitInto(size, sheet.slots[at] as Place);
      pdf.drawImage(await pageImage(page.path, place), place);
      if (page.words) writeInvisibly(pdf, page.words, size, place);
      await pdf.settle();
      onPage?.(index * options.perSheet + at + 1);
    }
    if (sheet.number) drawNumber(pdf.doc, sheet.number, labels[options.locale].page(index + 1, sheets));
  }
  return sheets;
}

async function sizeOf(path: string): Promise<Size> {
  const { autoOrient } = await (await openPage(path)).metadata();
  return autoOrient;
}

/** Name, class and date side by side, each with a line to write on. */
function drawHeading(doc: PdfDocument, { x, y, width, height }: Place, locale: Locale) {
  const entries = ['name', 'class', 'date'] as const;
  const each = width / entries.length;
  const baseline = y + height - 8;
  doc.fontSize(11).fillColor(ink);
  entries.forEach((entry, index) => {
    const from = x + index * each;
    const label = labels[locale][entry];
    const after = from + doc.widthOfString(label) + 4;
    const until = x + (index + 1) * each - 10;
    doc.text(label, from, baseline, { lineBreak: false, baseline: 'alphabetic' });
    doc
      .moveTo(after - 2, baseline + 3)
      .lineTo(until, baseline + 3)
      .lineWidth(0.5)
      .strokeColor(ink)
      .stroke();
  });
}

function drawNumber(doc: PdfDocument, { x, y, width }: Place, text: string) {
  doc.fontSize(9).fillColor(ink).text(text, x, y, { width, align: 'center', lineBreak: false });
}

const labels = {
  'zh-Hant': {
    name: '姓名：',
    class: '班別：',
    date: '日期：',
    page: (page: number, pages: number) => `第 ${page} 頁，共 ${pages} 頁`,
  },
  en: {
    name: 'Name:',
    class: 'Class:',
    date: 'Date:',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
} satisfies Record<Locale, unknown>;
