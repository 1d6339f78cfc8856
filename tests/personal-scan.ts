import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type pg from 'pg';

type Scan = {
  pool: pg.Pool;
  /** Every file in this folder and its subfolders is read. */
  filesDirectory: string;
  /** Everything that was logged. */
  log: string;
  /** Names, nicknames and other texts that identify the person. */
  texts: readonly string[];
  /** Phone numbers such as +85291234567; found with any spacing, with or without the country code. */
  numbers: readonly string[];
};

/** Places with a trace of a person: any table, stored file or log line. Empty if fully forgotten. */
export async function findTraces({ pool, filesDirectory, log, texts, numbers }: Scan): Promise<string[]> {
  const needles = [...texts, ...numbers].flatMap(spellings);
  const digits = numbers.map((number) => number.replace(/\D/g, '').slice(-8));
  const hasTrace = (content: string) => {
    const folded = fold(content);
    if (needles.some((needle) => folded.includes(needle))) return true;
    const plain = folded.replace(/[\s\-–().+/]/g, '');
    return digits.some((number) => plain.includes(number));
  };

  const found: string[] = [];
  for (const { schema, table } of await tablesOf(pool)) {
    const { rows } = await pool.query(`select * from "${schema}"."${table}"`);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (readings(value).some(hasTrace)) found.push(`${schema}.${table}.${column}`);
  }
  for (const path of await filesBelow(filesDirectory))
    if ([path, ...readings(await readFile(join(filesDirectory, path)))].some(hasTrace))
      found.push(`file ${path}`);
  for (const line of log.split('\n')) if (hasTrace(line)) found.push(`log ${line.slice(0, 200)}`);
  return [...new Set(found)];
}

async function tablesOf(pool: pg.Pool) {
  // Partitions are read through their parent table.
  const { rows } = await pool.query<{ schema: string; table: string }>(`
    select nspname as schema, relname as table from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname not in ('pg_catalog', 'information_schema')`);
  return rows;
}

/** A value as text; bytes decoded in each common encoding. */
function readings(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Buffer.isBuffer(value))
    return [value.toString('utf8'), value.toString('utf16le'), value.toString('latin1')];
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** The text as it is, and as it looks in a URL, a JSON string, hexadecimal and base64. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text);
  const escaped = text.replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const base64 = [0, 1, 2].flatMap((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]);
    // Drops the base64 characters that also encode bits of neighbouring bytes.
    const core = whole
      .toString('base64')
      .slice(shift === 0 ? 0 : 4)
      .replace(/=+$/, '')
      .slice(0, -1);
    return core.length >= 6 ? [core, core.replaceAll('+', '-').replaceAll('/', '_')] : [];
  });
  return [text, encodeURIComponent(text), escaped, bytes.toString('hex'), ...base64].map(fold);
}

async function filesBelow(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}
