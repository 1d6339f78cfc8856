import type { Locale } from '#shared/locale.ts';
import { atTrueSize, fitInto, layOut, type Place, type Size } from '#shared/sheet-layout.ts';
import { openPage } from '../intake/intake-types.ts';
import type { ExportPage, PdfOptions } from './export-types.ts';
import { pageImage } from './page-image.ts';
import { openPdf, type PdfDocument } from './pdf-document.ts';
import { writeInvisibly } from './text-layer.ts';

const ink = '#1a1a1a';

/** Sheet by sheet: one page's picture is in memory at a time, however many there are. */
export async function writePdf(
  pages: ExportPage[],
  to: string,
  options: PdfOptions,
  font: Buffer,
  onPage: (done: number) => void,
): Promise<{ sheets: number; bytes: number }> {
  const pdf = openPdf(to, options, font);
  const sheets = Math.ceil(pages.length / options.perSheet);
  for (let index = 0; index < sheets; index += 1) {
    const onSheet = pages.slice(index * options.perSheet, (index + 1) * options.perSheet);
    const sizes = await Promise.all(onSheet.map(({ path }) => sizeOf(path)));
    const sheet = layOut(sizes[0] as Size, { ...options, hasHeading: options.heading !== undefined });
    pdf.doc.addPage({ size: [sheet.width, sheet.height], margin: 0 });
    if (sheet.heading) drawHeading(pdf.doc, sheet.heading, options);
    for (const [at, page] of onSheet.entries()) {
      const size = sizes[at] as Size;
      const isTrue = options.size === 'true' && options.perSheet === 1;
      const place = isTrue ? atTrueSize(size, page.paper, sheet) : fitInto(size, sheet.slots[at] as Place);
      pdf.drawImage(await pageImage(page.path, place), place);
      if (page.words) writeInvisibly(pdf.doc, page.words, size, place);
      await pdf.settle();
      onPage(index * options.perSheet + at + 1);
    }
    if (sheet.number) drawNumber(pdf.doc, sheet.number, exportWords[options.locale].page(index + 1, sheets));
  }
  return { sheets, bytes: await pdf.end() };
}

async function sizeOf(path: string): Promise<Size> {
  const { autoOrient } = await (await openPage(path)).metadata();
  return autoOrient;
}

/** Name, class and date side by side: what is given is written, the rest is a line to write on. */
function drawHeading(doc: PdfDocument, { x, y, width, height }: Place, { heading = {}, locale }: PdfOptions) {
  const entries = (['name', 'class', 'date'] as const).filter((entry) => heading[entry] !== undefined);
  const each = width / Math.max(1, entries.length);
  const baseline = y + height - 8;
  doc.fontSize(11).fillColor(ink);
  entries.forEach((entry, index) => {
    const from = x + index * each;
    const label = exportWords[locale][entry];
    const after = from + doc.widthOfString(label) + 4;
    const until = x + (index + 1) * each - 10;
    doc.text(label, from, baseline, { lineBreak: false, baseline: 'alphabetic' });
    const written = shortened(doc, heading[entry] ?? '', until - after);
    doc.text(written, after, baseline, { lineBreak: false, baseline: 'alphabetic' });
    doc
      .moveTo(after - 2, baseline + 3)
      .lineTo(until, baseline + 3)
      .lineWidth(0.5)
      .strokeColor(ink)
      .stroke();
  });
}

function shortened(doc: PdfDocument, text: string, width: number) {
  const signs = [...text.replace(/\s+/g, ' ')];
  while (signs.length > 0 && doc.widthOfString(signs.join('')) > width) signs.pop();
  return signs.join('');
}

function drawNumber(doc: PdfDocument, { x, y, width }: Place, text: string) {
  doc.fontSize(9).fillColor(ink).text(text, x, y, { width, align: 'center', lineBreak: false });
}

const exportWords = {
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
