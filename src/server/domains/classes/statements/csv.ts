import { Readable } from 'node:stream';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';

type CsvLine = readonly (string | number)[];

/** A name that begins like a formula would be computed by a spreadsheet. */
function cell(value: string | number) {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** For spreadsheets. Excel recognises UTF-8 only with a byte order mark. */
export function csvFile(lines: readonly CsvLine[], fileName: string): FileAnswer {
  const text = `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
  return { content: Readable.from([text]), mediaType: 'text/csv; charset=utf-8', fileName };
}
