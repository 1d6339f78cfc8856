import { parse } from 'csv-parse/sync';

/** One record, with the line of the file it begins on; `fields` is undefined when its quotes make no sense. */
export type CsvRecord = { line: number; fields: string[] | undefined };
type Line = { line: number; text: string };

/**
 * Reads CSV record by record, so that a broken quote costs its own record only: a parser of the whole stream would
 * take the following records for the rest of the quoted text. `startsRecord` tells where reading is safe again.
 */
export async function* readRecords(
  bytes: AsyncIterable<Uint8Array>,
  startsRecord: RegExp,
): AsyncGenerator<CsvRecord> {
  let open: Line | undefined;
  for await (const { line, text } of readLines(bytes)) {
    if (open && startsRecord.test(text)) {
      yield parseRecord(open);
      open = undefined;
    }
    const record: Line = open ? { line: open.line, text: `${open.text}\n${text}` } : { line, text };
    open = closesItsQuotes(record.text) ? undefined : record;
    if (!open && record.text.trim() !== '') yield parseRecord(record);
  }
  if (open) yield parseRecord(open);
}

/** Throws ERR_ENCODING_INVALID_ENCODED_DATA on bytes that are not UTF-8. */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let line = 1;
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield { line: line++, text: text.replace(/\r$/, '') };
  }
  yield { line, text: rest + decoder.decode() };
}

const closesItsQuotes = (text: string) => (text.split('"').length - 1) % 2 === 0;

function parseRecord({ line, text }: Line): CsvRecord {
  try {
    const [fields] = parse(text, { relax_column_count: true, trim: true }) as string[][];
    return { line, fields };
  } catch {
    // Whoever reads the file says what is wrong with which line; csv-parse counts lines from this record only.
    return { line, fields: undefined };
  }
}
