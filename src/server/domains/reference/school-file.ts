import { parse } from 'csv-parse/sync';
import { StartError } from '#server/ground/config/start-error.ts';
import type { FinanceType, SchoolLevel } from '#shared/reference.ts';

export type OfficialSchool = {
  name_zh_hant: string | null;
  name_en: string | null;
  level: SchoolLevel;
  region_id: number;
  finance_type: FinanceType | null;
  student_gender: 'U' | 'M' | 'F' | null;
};
type Problem = { line: number; message: string };
export type SchoolFile = { rows: number; schools: OfficialSchool[]; problems: Problem[] };

type Region = { id: number; nameZhHant: string; nameEn: string };

const columns = [
  'ENGLISH NAME',
  '中文名稱',
  'DISTRICT',
  '分區',
  'SCHOOL LEVEL',
  'FINANCE TYPE',
  'STUDENTS GENDER',
] as const;
type Row = Record<(typeof columns)[number], string>;

const levels = new Map<string, SchoolLevel>([
  ['KINDERGARTEN', 'kindergarten'],
  ['KINDERGARTEN-CUM-CHILD CARE CENTRES', 'kindergarten'],
  ['PRIMARY', 'primary'],
  ['SECONDARY', 'secondary'],
]);
const financeTypes = new Map<string, FinanceType>([
  ['GOVERNMENT', 'government'],
  ['AIDED', 'aided'],
  ['CAPUT', 'caput'],
  ['DIRECT SUBSIDY SCHEME', 'direct_subsidy'],
  ['ENGLISH SCHOOLS FOUNDATION', 'esf'],
  ['PRIVATE', 'private'],
  ['PRIVATE INDEPENDENT SCH SCHEME', 'private_independent'],
]);
const genders = new Map<string, 'U' | 'M' | 'F'>([
  ['CO-ED', 'U'],
  ['BOYS', 'M'],
  ['GIRLS', 'F'],
]);

/** A row begins with the school's number. */
const startsRow = /^"?\d{6,}"?,/;

/**
 * Reads the Education Bureau's list (SCH_LOC_EDB.csv), which has one row per session and site, as schools:
 * rows with the same Chinese name, level and district are one school, and both kindergarten levels are one
 * level.
 */
export async function readSchoolFile(
  bytes: AsyncIterable<Uint8Array>,
  regions: readonly Region[],
): Promise<SchoolFile> {
  const schools = new Map<string, OfficialSchool>();
  const problems: Problem[] = [];
  let rows = 0;
  let header: string[] | undefined;
  for await (const { line, fields } of readUtf8(bytes)) {
    if (!header) {
      header = checkHeader(fields);
      continue;
    }
    rows += 1;
    const problem = (message: string) => problems.push({ line, message });
    const school = fields && toSchool(header, fields, regions, problem);
    if (!fields) problem('its quotation marks do not match');
    if (school) merge(schools, school);
  }
  if (!header) checkHeader(undefined);
  return { rows, schools: [...schools.values()], problems };
}

async function* readUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  try {
    yield* readRecords(bytes, startsRow);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new StartError("This is not the Education Bureau's school list: it is not a UTF-8 text.", {
      cause: error,
    });
  }
}

function checkHeader(fields: string[] | undefined): string[] {
  const missing = columns.filter((column) => !fields?.includes(column));
  if (fields && missing.length === 0) return fields;
  throw new StartError(
    `This is not the Education Bureau's school list (SCH_LOC_EDB.csv): it lacks the columns ${missing.join(', ')}.`,
  );
}

function toSchool(
  header: string[],
  fields: string[],
  regions: readonly Region[],
  problem: (message: string) => void,
): OfficialSchool | undefined {
  if (fields.length !== header.length) {
    problem(`it has ${fields.length} columns instead of ${header.length}`);
    return undefined;
  }
  const row = Object.fromEntries(header.map((column, index) => [column, fields[index]])) as Row;
  const nameEn = given(row['ENGLISH NAME']);
  const nameZhHant = given(row.中文名稱);
  const region = regions.find(
    ({ nameEn, nameZhHant }) =>
      nameEn.toUpperCase() === row.DISTRICT.toUpperCase() || nameZhHant === row.分區,
  );
  const level = levels.get(row['SCHOOL LEVEL'].toUpperCase());
  if (!nameEn && !nameZhHant) problem('it has no name');
  if (!region) problem(`the district “${row.DISTRICT}” is unknown`);
  if (!level) problem(`the school level “${row['SCHOOL LEVEL']}” is unknown`);
  if (!(nameEn || nameZhHant) || !region || !level) return undefined;

  const known = <Value>(values: Map<string, Value>, column: 'FINANCE TYPE' | 'STUDENTS GENDER') => {
    const value = values.get(row[column].toUpperCase());
    if (value === undefined) problem(`${column} “${row[column]}” is unknown; the school is kept without it`);
    return value ?? null;
  };
  return {
    // Where there is no Chinese name the file repeats the English one.
    name_zh_hant: nameZhHant && /\p{Script=Han}/u.test(nameZhHant) ? nameZhHant : null,
    name_en: nameEn ?? nameZhHant,
    level,
    region_id: region.id,
    finance_type: known(financeTypes, 'FINANCE TYPE'),
    student_gender: known(genders, 'STUDENTS GENDER'),
  };
}

const given = (text: string) => (text === '' || text === 'N.A.' ? null : text);

function merge(schools: Map<string, OfficialSchool>, school: OfficialSchool) {
  const key = JSON.stringify([school.name_zh_hant ?? school.name_en, school.level, school.region_id]);
  const known = schools.get(key);
  if (!known) schools.set(key, school);
  else {
    known.finance_type ??= school.finance_type;
    known.student_gender ??= school.student_gender;
  }
}

/** One record, with its first line number; `fields` is undefined when its quotes do not match. */
type CsvRecord = { line: number; fields: string[] | undefined };
type Line = { line: number; text: string };

/**
 * Reads CSV record by record, so that a broken quote affects only its own record: a parser of the whole
 * stream would take the following records for quoted text. `startsRecord` matches the beginning of a record.
 */
async function* readRecords(
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
    // The caller reports the error with its line; csv-parse counts lines from this record only.
    return { line, fields: undefined };
  }
}
