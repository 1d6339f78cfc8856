import PDFDocument from 'pdfkit';
import type { Statement } from '#shared/classes.ts';
import { clockOf, dayOf } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import { statementWords } from './statement-words.ts';
import { countsInSums } from './totals.ts';

/** The content of the printed statement; names as the other side may see them. */
export type Sheet = {
  statement: Statement;
  locale: Locale;
  tutor: string;
  subjects: string;
  grades: string;
  isSample: boolean;
  madeAt: string;
};

const margin = 48;
const ink = '#1a1a1a';
const faint = '#6b6b6b';
const line = '#c9c4ba';
const rowHeight = 20;
const page = { width: 595.28, height: 841.89 };
const bottom = page.height - margin - 40;
const columns = [
  { key: 'date', x: margin, width: 90, align: 'left' },
  { key: 'start', x: 138, width: 60, align: 'left' },
  { key: 'end', x: 198, width: 60, align: 'left' },
  { key: 'minutes', x: 258, width: 70, align: 'right' },
  { key: 'state', x: 352, width: 90, align: 'left' },
  { key: 'amount', x: 442, width: page.width - margin - 442, align: 'right' },
] as const;
type Cells = Record<(typeof columns)[number]['key'], string>;

/** Draws the pages with the embedded font, subset to the glyphs that occur. */
export async function drawStatement(sheet: Sheet, font: Buffer): Promise<Buffer> {
  const words = statementWords[sheet.locale];
  const { statement } = sheet;
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: sheet.locale === 'en' ? 'en-HK' : 'zh-Hant-HK',
    displayTitle: true,
    info: { Title: `${words.title} ${statement.class_id} ${statement.month}`, Author: '明師 Mingshi' },
    // Otherwise the document would embed a default font that is not used.
    font: font as unknown as string,
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));

  let y = heading(doc, sheet);
  y = cells(doc, words.columns, y, faint);
  for (const lesson of statement.lessons) {
    if (y > bottom) {
      doc.addPage();
      y = cells(doc, words.columns, margin, faint);
    }
    const counts = countsInSums(lesson);
    const row = {
      date: dayOf(lesson.started_at),
      start: clockOf(lesson.started_at),
      end: lesson.ended_at ? clockOf(lesson.ended_at) : '',
      minutes: String(lesson.minutes ?? ''),
      state: words.states[lesson.state],
      amount: counts ? String(lesson.amount ?? 0) : '—',
    };
    y = cells(doc, row, y, counts ? ink : faint);
  }
  if (statement.lessons.length === 0) y = text(doc, words.none, margin, y + 6, faint) + 6;
  ending(doc, sheet, y);
  everyPage(doc, sheet);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

type Doc = InstanceType<typeof PDFDocument>;

function heading(doc: Doc, { statement, locale, tutor, subjects, grades }: Sheet): number {
  const words = statementWords[locale];
  doc.fontSize(11).fillColor(faint).text(words.brand, margin, margin, { lineBreak: false });
  doc
    .fontSize(20)
    .fillColor(ink)
    .text(words.title, margin, margin + 18, { lineBreak: false });
  const [year = 0, month = 0] = statement.month.split('-').map(Number);
  const facts = [
    [words.ofClass, String(statement.class_id)],
    [words.month, words.monthName(year, month)],
    [words.tutor, tutor || words.left],
    [words.grades, grades],
    [words.subjects, subjects],
    [words.price, `HK$ ${statement.price}`],
  ];
  let y = margin + 58;
  for (const [name = '', value = ''] of facts) {
    if (value === '') continue;
    text(doc, name, margin, y, faint);
    y = text(doc, value, margin + 80, y, ink) + 3;
  }
  return y + 12;
}

function text(doc: Doc, content: string, x: number, y: number, colour: string): number {
  doc
    .fontSize(10)
    .fillColor(colour)
    .text(content, x, y, { width: page.width - margin - x });
  return doc.y;
}

function cells(doc: Doc, row: Cells, y: number, colour: string): number {
  doc.fontSize(10).fillColor(colour);
  for (const { key, x, width, align } of columns)
    doc.text(row[key], x, y + 3, { width, align, lineBreak: false });
  const under = y + rowHeight;
  doc
    .moveTo(margin, under)
    .lineTo(page.width - margin, under)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke();
  return under;
}

function ending(doc: Doc, { statement: { totals, lessons }, locale }: Sheet, from: number) {
  const words = statementWords[locale];
  let y = from;
  if (y > bottom - 60) {
    doc.addPage();
    y = margin;
  }
  const total = {
    date: words.total,
    start: words.lessons(totals.lessons),
    end: '',
    minutes: String(totals.minutes),
    state: words.hours(totals.minutes),
    amount: String(totals.amount),
  };
  y = cells(doc, total, y + 4, ink) + 14;
  if (lessons.some(({ state }) => state === 'disputed')) y = text(doc, words.disputed, margin, y, faint) + 2;
  text(doc, words.direct, margin, y, faint);
}

function everyPage(doc: Doc, { locale, isSample, statement, madeAt }: Sheet) {
  const words = statementWords[locale];
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index);
    // Below the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0;
    const foot = `${words.ofClass} ${statement.class_id} · ${statement.month} · ${words.made} ${dayOf(madeAt)}`;
    const y = page.height - margin;
    doc.fontSize(9).fillColor(faint).text(foot, margin, y, { lineBreak: false });
    const number = words.page(index - start + 1, count);
    doc.text(number, margin, y, { width: page.width - 2 * margin, align: 'right', lineBreak: false });
    if (!isSample) continue;
    doc
      .fontSize(14)
      .fillColor('#a12b2b')
      .text(words.sample, margin, margin, {
        width: page.width - 2 * margin,
        align: 'right',
        lineBreak: false,
      });
  }
}
