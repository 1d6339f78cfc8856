import { readdirSync } from 'node:fs';
import type { Call, CallKey, Calls } from '../../src/shared/call.ts';

/** A string that a caller writes: where in a call, and what it accepts. */
export type Field = { key: CallKey; path: string; accepts: (text: string) => boolean };

const shared = new URL('../../src/shared/', import.meta.url);

/** Every call that a file of src/shared declares; a new domain is found without being named here. */
export async function allCalls(): Promise<Map<CallKey, Call>> {
  const files = readdirSync(shared, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
  const calls = new Map<CallKey, Call>();
  for (const file of files)
    for (const [name, value] of Object.entries(await import(new URL(file, shared).href)))
      if (name.endsWith('Calls'))
        for (const [key, call] of Object.entries(value as Calls)) calls.set(key as CallKey, call);
  return calls;
}

/** By way of the contract: a package of the benches has another zod. */
export type AnySchema = Call['data'];
type Schema = AnySchema & { def: Def; shape?: Record<string, Schema>; element?: Schema; options?: Schema[] };
type Def = {
  type: string;
  innerType?: Schema;
  in?: Schema;
  valueType?: Schema;
  items?: Schema[];
  left?: Schema;
  right?: Schema;
  getter?: () => Schema;
};
const wrappers = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch', 'nonoptional'];
const withoutWords = [
  ...[
    'number',
    'int',
    'boolean',
    'enum',
    'literal',
    'null',
    'undefined',
    'date',
    'bigint',
    'custom',
    'never',
  ],
  'transform',
];

/** What is inside optional, nullable and default. */
export function bare(schema: AnySchema): Schema {
  const { def } = schema as Schema;
  if (wrappers.includes(def.type)) return bare(def.innerType as Schema);
  return def.type === 'pipe' ? bare(def.in as Schema) : (schema as Schema);
}

type Found = { path: string; schema: AnySchema };
/** `within`: the schemas that hold themselves, such as any JSON; however deep a string is in one, it is one field. */
function stringsIn(schema: AnySchema, path: string, within: readonly Schema[] = []): Found[] {
  const inner = bare(schema);
  const { type, valueType, items, left, right, getter } = inner.def;
  const lookInto = (part: AnySchema | undefined, at: string) => stringsIn(part as AnySchema, at, within);
  if (type === 'lazy')
    return within.includes(inner) ? [] : stringsIn(getter?.() as Schema, path, [...within, inner]);
  if (type === 'object')
    return Object.entries(inner.shape ?? {}).flatMap(([name, field]) => lookInto(field, `${path}.${name}`));
  if (type === 'array') return lookInto(inner.element, `${path}[]`);
  if (type === 'tuple') return (items ?? []).flatMap((item) => lookInto(item, `${path}[]`));
  if (type === 'union') return (inner.options ?? []).flatMap((option) => lookInto(option, path));
  if (type === 'intersection') return [left, right].flatMap((side) => lookInto(side, path));
  if (type === 'record') return lookInto(valueType, `${path}{}`);
  if (type === 'string' || type === 'any' || type === 'unknown') return [{ path, schema }];
  if (withoutWords.includes(type)) return [];
  throw new Error(`this bench cannot look into ${type} at ${path}`);
}

/** Calls that keep a PDF and give it to others, with what is printed on its page. */
const givesPdf: ReadonlySet<CallKey> = new Set([
  'POST /api/users/conversations/{id}/files',
  'POST /api/users/evidence',
]);

/**
 * Every string of every call that takes words, or a number to call: bodies, queries, plain text, files with their
 * names, metadata and printed pages.
 * Parameters of a path are left out: they name a row or a code that the server made, and nobody types words there.
 */
export function writableFields(calls: Map<CallKey, Call>, takesWords: (field: Field) => boolean): Field[] {
  const fields = new Map<string, Field>();
  for (const [key, call] of calls) {
    const found = [
      ...(call.body ? stringsIn(call.body, 'body') : []),
      ...(call.query ? stringsIn(call.query, 'query') : []),
    ].map(({ path, schema }) => ({ path, accepts: (text: string) => schema.safeParse(text).success }));
    const inFile = call.upload ? ['file name'] : [];
    // A mask, and a part of a file, say nothing.
    if (call.upload?.field === 'file') inFile.push('file metadata');
    if (givesPdf.has(key)) inFile.push('file page');
    found.push(...inFile.map((path) => ({ path, accepts: () => true })));
    if (call.plainText) found.push({ path: 'text', accepts: () => true });
    for (const { path, accepts } of found) {
      const name = `${key} ${path}`;
      const before = fields.get(name);
      const field = { key, path, accepts: (text: string) => accepts(text) || before?.accepts(text) === true };
      if (before || takesWords(field)) fields.set(name, field);
    }
  }
  return [...fields.values()];
}
