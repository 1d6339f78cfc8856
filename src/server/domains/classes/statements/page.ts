import PDFDocument from 'pdfkit';
import type { Lesson, Statement } from '#shared/classes.ts';
import { clockOf, dayOf, type Month } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import type { FeeRule } from '#shared/money/fee-rules.ts';
import { countsInSums } from '../totals.ts';
import { statementWords } from './words.ts';

/** One class on the printed statement; names as the other side may see them, or empty. */
export type SheetPart = {
  classId: number;
  tutor: string;
  family: string;
  children: string;
  grades: string;
  subjects: string;
  price: number;
  feeRules: FeeRule[];
  lessons: Lesson[];
  totals: Statement['totals'];
};

/** The content of a printed statement: one class, or all of a month. */
export type Sheet = {
  month: Month;
  fileName: string;
  locale: Locale;
  parts: SheetPart[];
  totals: Statement['totals'];
  /** What became of the amount; for one class alone nobody can say. */
  settled: { received: number; marked: number; open: number } | null;
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
  { key: 'date', x: margin, width: 80, align: 'left' },
  { key: 'start', x: 128, width: 48, align: 'left' },
  { key: 'end', x: 176, width: 48, align: 'left' },
  { key: 'minutes', x: 224, width: 58, align: 'right' },
  { key: 'charged', x: 288, width: 66, align: 'right' },
  { key: 'state', x: 378, width: 90, align: 'left' },
  { key: 'amount', x: 468, width: page.width - margin - 468, align: 'right' },
] as const;
type Cells = Record<(typeof columns)[number]['key'], string>;

/** Draws the pages with the embedded font, subset to the glyphs that occur. */
export async function drawStatement(sheet: Sheet, font: Buffer): Promise<Buffer> {
  const words = statementWords[sheet.locale];
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: sheet.locale === 'en' ? 'en-HK' : 'zh-Hant-HK',
    displayTitle: true,
    info: { Title: `${words.title} ${sheet.month}`, Author: '明師 Mingshi' },
    // Otherwise the document would embed a default font that is not used.
    font: font as unknown as string,
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));

  let y = heading(doc, sheet);
  for (const part of sheet.parts) y = drawPart(doc, sheet, part, y);
  if (sheet.parts.length === 0) y = text(doc, words.none, margin, y + 6, faint) + 6;
  ending(doc, sheet, y);
  everyPage(doc, sheet);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

/** The facts of a class, its lessons and what they come to. */
function drawPart(doc: Doc, { locale }: Sheet, part: SheetPart, from: number): number {
  const words = statementWords[locale];
  const { lessons, totals } = part;
  // The facts stay with the first lesson.
  let y = from > bottom - 170 ? newPage(doc) : from;
  y = cells(doc, words.columns, facts(doc, part, locale, y), faint);
  for (const lesson of lessons) {
    if (y > bottom) y = cells(doc, words.columns, newPage(doc), faint);
    const counts = countsInSums(lesson);
    const row = {
      date: dayOf(lesson.started_at),
      start: clockOf(lesson.started_at),
      end: lesson.ended_at ? clockOf(lesson.ended_at) : '',
      minutes: counts ? String(lesson.minutes ?? '') : '—',
      charged: counts ? String(lesson.charged_minutes ?? '') : '—',
      state: words.states[lesson.state],
      amount: counts ? String(lesson.amount ?? 0) : '—',
    };
    y = cells(doc, row, y, counts ? ink : faint);
  }
  if (lessons.length === 0) y = text(doc, words.none, margin, y + 6, faint) + 6;
  if (y > bottom) y = newPage(doc);
  return totalRow(doc, words.total, totals, locale, y + 4) + 18;
}

function totalRow(doc: Doc, name: string, totals: Statement['totals'], locale: Locale, y: number) {
  const words = statementWords[locale];
  const row = {
    ...{ date: name, start: words.lessons(totals.lessons), end: '', state: '' },
    ...{ minutes: String(totals.minutes), charged: String(totals.charged_minutes) },
    amount: String(totals.amount),
  };
  return cells(doc, row, y, ink);
}

function newPage(doc: Doc) {
  doc.addPage();
  return margin;
}

type Doc = InstanceType<typeof PDFDocument>;

function heading(doc: Doc, { month, locale }: Sheet): number {
  const words = statementWords[locale];
  doc.fontSize(11).fillColor(faint).text(words.brand, margin, margin, { lineBreak: false });
  doc
    .fontSize(20)
    .fillColor(ink)
    .text(words.title, margin, margin + 18, { lineBreak: false });
  const [year = 0, number = 0] = month.split('-').map(Number);
  doc
    .fontSize(13)
    .fillColor(ink)
    .text(words.monthName(year, number), margin, margin + 46, { lineBreak: false });
  return margin + 76;
}

function facts(doc: Doc, part: SheetPart, locale: Locale, from: number): number {
  const words = statementWords[locale];
  const rules = part.feeRules.map((rule) => words.feeRules[rule]).join(words.between);
  const list = [
    [words.tutor, part.tutor || words.left],
    [words.family, part.family],
    [words.children, part.children],
    [words.grades, part.grades],
    [words.subjects, part.subjects],
    [words.price, `HK$ ${part.price} · ${rules}`],
    [words.ofClass, String(part.classId)],
  ];
  let y = from;
  for (const [name = '', value = ''] of list) {
    if (value === '') continue;
    text(doc, name, margin, y, faint);
    y = text(doc, value, margin + 80, y, ink) + 3;
  }
  return y + 6;
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

function ending(doc: Doc, { parts, totals, settled, locale }: Sheet, from: number) {
  const words = statementWords[locale];
  let y = from > bottom - 110 ? newPage(doc) : from;
  if (parts.length > 1) y = totalRow(doc, words.allTotal, totals, locale, y) + 10;
  if (settled)
    for (const what of ['received', 'marked', 'open'] as const) {
      text(doc, words[what], margin, y, ink);
      doc.text(`HK$ ${settled[what]}`, margin, y, { width: page.width - 2 * margin, align: 'right' });
      y = doc.y + 3;
    }
  y += settled ? 10 : 0;
  if (parts.some((part) => part.lessons.some(({ state }) => state === 'disputed')))
    y = text(doc, words.disputed, margin, y, faint) + 2;
  if (parts.some((part) => part.feeRules.includes('lesson')))
    y = text(doc, words.byLesson, margin, y, faint) + 2;
  text(doc, words.direct, margin, y, faint);
}

function everyPage(doc: Doc, { locale, isSample, month, madeAt }: Sheet) {
  const words = statementWords[locale];
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index);
    // Below the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0;
    const foot = `${month} · ${words.made} ${dayOf(madeAt)}`;
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
