import { CaseProblem, factsOf, type PricedCase } from './case-facts.ts';
import type { AcceptedCase } from './fit.ts';

type AskedLine = PricedCase & { id: number | string };

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown) => Number.isInteger(value) && (value as number) > 0;
const isIds = (value: unknown) => Array.isArray(value) && value.every(isId);

function ensure(condition: boolean, what: string): asserts condition {
  if (!condition) throw new CaseProblem(what);
}

/** Checks a field that may be missing or null. */
function mayBe(fields: Fields, name: string, check: (value: unknown) => boolean, what: string) {
  const value = fields[name];
  ensure(value === undefined || value === null || check(value), `${name} is not ${what}`);
}

function readCase(fields: Fields): PricedCase {
  const { child_info: children } = fields;
  ensure(Array.isArray(children) && children.length > 0, 'child_info is not a list of children');
  for (const child of children as unknown[]) {
    ensure(isFields(child) && isId(child.grade), 'a child has no grade');
    mayBe(child, 'major_subject', isIds, 'a list of ids');
    mayBe(child, 'other_subject', isIds, 'a list of ids');
  }
  mayBe(fields, 'tutoring_region', isId, 'an id');
  mayBe(fields, 'teacher_education', isId, 'an id');
  mayBe(fields, 'tutoring_days_per_week', isId, 'a number of days');
  mayBe(fields, 'teaching_language', isIds, 'a list of ids');
  mayBe(fields, 'teacher_gender', (value) => typeof value === 'string', 'a text');
  const read = fields as unknown as PricedCase;
  // Throws for ids that the market table does not know.
  factsOf(read);
  return read;
}

export function readAsked(fields: Fields): AskedLine {
  ensure(typeof fields.id === 'number' || typeof fields.id === 'string', 'id is missing');
  return { ...readCase(fields), id: fields.id as number | string };
}

export function readAccepted(fields: Fields): AcceptedCase {
  const { price } = fields;
  ensure(typeof price === 'number' && Number.isFinite(price) && price > 0, 'price is not an amount');
  mayBe(
    fields,
    'applicants',
    (value) => Number.isInteger(value) && (value as number) >= 0,
    'a number of applicants',
  );
  return { ...readCase(fields), price: price as number, applicants: fields.applicants as number | null };
}

type LineProblem = { line: number; message: string };

/** Parses JSON lines, skipping empty ones. Collects the problems of all lines, so that they are reported together. */
export function readLines<Item>(text: string, read: (fields: Fields) => Item) {
  const items: Item[] = [];
  const problems: LineProblem[] = [];
  text.split('\n').forEach((content, at) => {
    if (content.trim() === '') return;
    try {
      const value: unknown = JSON.parse(content);
      ensure(isFields(value), 'not an object');
      items.push(read(value));
    } catch (error) {
      if (!(error instanceof CaseProblem || error instanceof SyntaxError)) throw error;
      const message = error instanceof SyntaxError ? `not JSON (${error.message})` : error.message;
      problems.push({ line: at + 1, message });
    }
  });
  return { items, problems };
}
