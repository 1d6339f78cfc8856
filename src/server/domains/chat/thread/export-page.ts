import PDFDocument from 'pdfkit';
import { glyphsOf } from '#server/ground/files/font-glyphs.ts';
import type { Locale } from '#shared/locale.ts';
import { readableFormulas } from './readable-formulas.ts';

type PrintedMessage = { heading: string; isTutor: boolean; text: string; notes: string[] };
export type PrintedThread = { title: string; locale: Locale; made: string; messages: PrintedMessage[] };

const margin = 48;
const ink = '#1a1a1a';
const faint = '#6b6b6b';
const sealRed = '#a12b2b';
const line = '#c9c4ba';
const page = { width: 595.28, height: 841.89 };

/** However deep a list is nested, its items stay on the page. */
const deepestIndent = 160;

type Doc = InstanceType<typeof PDFDocument>;

/** Draws a conversation as PDF. Of the embedded font, only the glyphs that occur are included. */
export async function drawThread(thread: PrintedThread, font: Buffer): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + 24 },
    bufferPages: true,
    lang: thread.locale === 'en' ? 'en-HK' : 'zh-Hant-HK',
    displayTitle: true,
    info: { Title: thread.title, Author: '明師 Mingshi' },
    // Otherwise pdfkit opens a default font that nothing is written in.
    font: font as unknown as string,
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  const drawable = drawableWith(glyphsOf(font));
  doc.fontSize(11).fillColor(faint).text('明師 Mingshi');
  doc.moveDown(0.3).fontSize(18).fillColor(ink).text(drawable(thread.title));
  for (const message of thread.messages) drawMessage(doc, message, drawable);
  numberPages(doc, thread.made);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

function drawMessage(
  doc: Doc,
  { heading, isTutor, text, notes }: PrintedMessage,
  drawable: (text: string) => string,
) {
  doc.moveDown(1);
  const y = doc.y - 4;
  doc
    .moveTo(margin, y)
    .lineTo(page.width - margin, y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke();
  doc
    .fontSize(9)
    .fillColor(isTutor ? sealRed : faint)
    .text(drawable(heading), margin, y + 6);
  doc.moveDown(0.4);
  for (const paragraph of withBreaks(readableFormulas(text)).split('\n')) {
    const { size, words, indent } = styleOf(paragraph);
    doc.fontSize(size).fillColor(ink);
    if (words === '') doc.moveDown(0.5);
    else
      doc.text(drawable(words), margin + indent, doc.y, {
        width: page.width - 2 * margin - indent,
        lineGap: 3,
      });
  }
  for (const note of notes)
    doc
      .fontSize(9)
      .fillColor(faint)
      .text(drawable(note), margin, doc.y + 4);
}

/** Long words are broken here: pdfkit searches for a break letter by letter, over and over. */
const withBreaks = (text: string) => text.replace(/[!-~]{90}(?=[!-~])/g, '$&\n');

/** The Markdown that reads better printed than typed: headings, lists, bold and code. */
function styleOf(paragraph: string) {
  const heading = /^#{1,6}\s+(.*)$/.exec(paragraph);
  const item = /^(\s*)[-*]\s+(.*)$/.exec(paragraph);
  const plain = (words: string) => words.replace(/\*\*(.+?)\*\*/g, '$1').replace(/`([^`\n]+)`/g, '$1');
  if (heading) return { size: 13, words: plain(heading[1] ?? ''), indent: 0 };
  if (item)
    return {
      size: 10.5,
      words: `• ${plain(item[2] ?? '')}`,
      indent: Math.min(12 + (item[1]?.length ?? 0) * 4, deepestIndent),
    };
  return { size: 10.5, words: plain(paragraph.trimEnd()), indent: 0 };
}

/** What the font has no glyph for is shown as such, rather than as nothing. */
const drawableWith = (hasGlyph: (codePoint: number) => boolean) => (text: string) => {
  let drawn = '';
  for (const sign of text.replaceAll('\t', '  ').replace(/\p{Cc}|\u200d|\ufe0f/gu, ''))
    drawn += hasGlyph(sign.codePointAt(0) ?? 0) ? sign : '□';
  return drawn;
};

function numberPages(doc: Doc, made: string) {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // Page numbers stand below the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0;
    const y = page.height - margin;
    doc.fontSize(9).fillColor(faint).text(made, margin, y, { lineBreak: false });
    const number = `${index - start + 1} / ${count}`;
    doc.text(number, margin, y, { width: page.width - 2 * margin, align: 'right', lineBreak: false });
  }
}
