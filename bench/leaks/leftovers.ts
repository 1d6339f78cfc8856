import { randomUUID } from 'node:crypto';
import type { Call, CallKey } from '../../src/shared/call.ts';
import { type AnySchema, bare, type Field } from './fields.ts';
import { type Input, type KnownCalls, mark, type Person, type Planter } from './plant.ts';
import type { Ids, Town } from './town.ts';

/** Fields that no call of this bench gets anything stored by, each with the reason; a marker is sent all the same. */
const neverKept: readonly (readonly [RegExp, string])[] = [
  [/ body\.(\w+\.)?(ticket|challenge|request_id|proof)$/, 'only what the server signed is taken'],
  [/(second_factor\S* body\.code|body\.factor_code)$/, 'only the code of the moment is taken'],
  [/(share_code|confirm_login) body\.code$/, 'only a code that the server made is taken'],
  [/(calendar\.ics|login_status|login_request) query\.code$/, 'only a code that the server made is taken'],
  [/email\/\w+ query\.token$/, 'only a link that the server made is taken'],
  [/email\/events body\.events\[\]\.\w+$/, 'only a mail service that knows the secret is heard'],
  [/terms_and_conditions\S* query\.version$/, 'only the name of a version is taken'],
  [
    /answer_sdp (text|query\.(voice|scene))$/,
    'only the offer of a browser, a voice and a scene of the list are taken',
  ],
  [/queue\/\{id\}\/decide body\.decision$/, 'only a decision of the list is taken'],
  [/delete_account body\.request_id$/, 'only what the server made is taken'],
  [/batch_delete query\.records$/, 'only ids of papers are taken'],
  [/(tutor_matcher query\.tutors|case_matcher query\.cases)$/, 'only ids are taken'],
];

export const reasonNotKept = (name: string) => neverKept.find(([pattern]) => pattern.test(name))?.[1];

const segments: Record<string, string> = {
  student_detailed_registration: 'cases',
  parent_case: 'cases',
  teacher_detailed_registration: 'listings',
  teacher_case: 'listings',
  conversations: 'interests',
  clock_in: 'lessons',
  case_online: 'cases',
  case_offline: 'cases',
  erase_trace_task: 'tasks',
  erase_trace_record: 'records',
  shared_record: 'records',
  image_record: 'pages',
  export: 'exports',
  school: 'schools',
  saved_tutor: 'listings',
  saved_case: 'cases',
};

/** The ids that may stand at a parameter of a call: those of the word before it, or some of every kind. */
export function idsFor(path: string, ids: Ids): (number | string)[] {
  const word = /([\w-]+)\/\{\w+\}/.exec(path)?.[1] ?? '';
  const known = ids[segments[word] ?? word];
  return known ?? [...new Set(Object.values(ids).map(([first]) => first ?? 1))].slice(0, 12);
}
/** Rows that nobody named, such as notices, are counted from one. */
const firstRows = Array.from({ length: 40 }, (_, index) => index + 1);

const samples = () => [
  ...['樣本', '12345678', '123456', 'a', randomUUID(), new Date().toISOString()],
  ...[
    new Date().toISOString().slice(0, 10),
    '17:00',
    '0'.repeat(64),
    'https://push.example/x',
    'paper',
    '2026-11',
  ],
  ...['B'.padEnd(87, 'A'), 'A'.repeat(22), 'newest.1.1', '1.1', '1,2', 'abcdefgh'],
];
/** A plural of the word before `_id`, as ids are kept. */
const idsOfField = (name: string, ids: Ids) => {
  const word = name.replace(/_id$/, '');
  return ids[`${word}s`]?.[0] ?? ids[`${word}es`]?.[0] ?? ids[word]?.[0] ?? 1;
};

/** A value that a schema takes, with the mark at `wanted` and nothing optional beside it. */
function sampleOf(schema: AnySchema, path: string, wanted: string, ids: Ids): unknown {
  const inner = bare(schema);
  if (path === wanted) return mark;
  const { type } = inner.def;
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(inner.shape ?? {}).flatMap(([name, field]) => {
        const at = `${path}.${name}`;
        const leadsThere = wanted === at || (wanted.startsWith(at) && /[.[{]/.test(wanted[at.length] ?? ''));
        const isNeeded = leadsThere || !field.safeParse(undefined).success;
        return isNeeded ? [[name, sampleOf(field, at, wanted, ids)]] : [];
      }),
    );
  if (type === 'array') {
    const item = sampleOf(inner.element as AnySchema, `${path}[]`, wanted, ids);
    return wanted.startsWith(`${path}[]`) || !inner.safeParse([]).success ? [item] : [];
  }
  if (type === 'record') return wanted === `${path}{}` ? { note: mark } : {};
  if (type === 'union') {
    const options = (inner.options ?? []).map((option) => sampleOf(option, path, wanted, ids));
    return options.find((option) => JSON.stringify(option)?.includes(mark)) ?? options[0];
  }
  const name = path.split('.').at(-1) ?? '';
  const values = [idsOfField(name, ids), ...samples(), 1, 0, 2, true, 100, [], null, inner.def];
  const { options: choices } = inner as unknown as { options?: unknown[]; values?: Set<unknown> };
  const literal = [...((inner as unknown as { values?: Set<unknown> }).values ?? [])];
  return [...(choices ?? []), ...literal, ...values].find((value) => schema.safeParse(value).success);
}

const tinyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

function inputFor(call: Call, field: Pick<Field, 'key' | 'path'>, id: number | string, ids: Ids): Input {
  const part = (name: 'body' | 'query') => {
    const schema = call[name];
    return schema ? { [name]: sampleOf(schema as AnySchema, name, field.path, ids) } : {};
  };
  const names = [...field.key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const params = Object.fromEntries(
    names.map((name) => [name, { occasion: 'third', suffix: 'privacy' }[name] ?? id]),
  );
  return {
    ...(names.length > 0 && { params }),
    ...part('body'),
    ...part('query'),
    ...(call.upload && {
      file: {
        field: call.upload.field,
        name: field.path === 'file name' ? mark : 'a.png',
        type: 'image/png',
        bytes: tinyPicture,
        ...(field.path === 'file metadata' && { metadata: mark }),
        ...(field.path === 'file page' && { page: mark }),
      },
    }),
    ...(call.plainText && { text: mark }),
  };
}

/**
 * Plants in every field that the town's life did not reach, with an input made up from the schema: by whoever may
 * make the call, about each row that it may be about, until one is taken.
 */
export async function plantLeftovers(
  { plant, outcomes }: Planter,
  fields: readonly Field[],
  calls: KnownCalls,
  { people, ids }: Town,
  visitor: Person,
) {
  const only = (pick: RegExp) => people.filter(({ role }) => pick.test(role));
  const callers: Record<Call['audience'], Person[]> = {
    anyone: [visitor],
    user: only(/Z \(|stranger|spare/),
    aiUser: only(/student|stranger|spare/),
    operator: people.filter(({ isOperator }) => isOperator),
  };
  // Some calls need what a later one makes, such as an appeal a suspension.
  for (const pass of [1, 2])
    for (const field of fields) {
      const name = `${field.key} ${field.path}`;
      const isOver = pass === 1 ? outcomes.has(name) : outcomes.get(name)?.code === 0 || reasonNotKept(name);
      if (isOver) continue;
      const call = calls.get(field.key) as Call;
      const rows = /\{id\}/.test(field.key) ? idsFor(field.key, ids).slice(0, 8) : [0];
      const tries = callers[call.audience].flatMap((person) => rows.map((id) => ({ person, id })));
      for (const { person, id } of tries.slice(0, 16)) {
        const { code, status, data } = await plant(person, field.key, inputFor(call, field, id, ids));
        if (code !== 0 && (code !== undefined || status >= 400)) continue;
        const word = field.key.split('/').findLast((part) => !part.startsWith('{')) ?? '';
        const made = data?.id ?? data?.[`${word.replace(/s$/, '')}_id`];
        if (field.key.startsWith('POST ') && made) ids[word] = [...(ids[word] ?? []), made];
        break;
      }
    }
}

const endsSomething = /^DELETE |delete|end$|lift$|remove$|offline|stop/;

/**
 * Makes the calls that write and have answered nobody yet, by whoever may make them, about each row that they may be
 * about, until one is answered. Those that end something come last.
 */
export async function callLeftovers(
  { plant }: Planter,
  keys: readonly CallKey[],
  calls: KnownCalls,
  { people, ids }: Town,
  visitor: Person,
) {
  const ofAudience = {
    anyone: [visitor, ...people],
    user: people,
    aiUser: people,
    operator: people.filter(({ isOperator }) => isOperator),
  };
  const inOrder = keys.toSorted((a, b) => Number(endsSomething.test(a)) - Number(endsSomething.test(b)));
  for (const key of inOrder) {
    const call = calls.get(key) as Call;
    const rows = /\{\w+\}/.test(key) ? [...new Set([...idsFor(key, ids), ...firstRows])] : [0];
    const tries = rows.flatMap((id) => ofAudience[call.audience].map((person) => ({ person, id })));
    for (const { person, id } of tries.slice(0, 400)) {
      const { code, status } = await plant(person, key, inputFor(call, { key, path: '' }, id, ids));
      if (code === 0 || (code === undefined && status < 400)) break;
    }
  }
}
