import type { Call, CallKey } from '../../src/shared/call.ts';
import { badInput } from '../../src/shared/codes/numbers.ts';
import type { Answer, Browser, File } from '../tools/browser.ts';
import type { Field } from './fields.ts';
import { printPdf, withMetadata } from './files.ts';
import { type createMarkers, type Kind, kinds, sentences, type Words } from './markers.ts';

/** Stands in an input wherever a marker is to be planted. */
export const mark = '\u{f0000}';

export type Person = { role: string; browser: Browser; id: number; isOperator: boolean };
export type Input = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** `mark` stands at its name, in its metadata, and on the page of a PDF. */
  file?: File & { metadata?: string; page?: string };
  text?: string;
};
/** What became of one field: each kind was taken or refused, by how the best attempt was answered. */
export type Outcome = { taken: Set<Kind>; refused: Set<Kind>; code: number | undefined };

/** From the fullest text to the barest; a field that refuses one is tried with the next. */
const attempts: readonly (readonly Kind[])[] = [
  kinds,
  ['name', 'address'],
  ['name'],
  ['phone'],
  ['address'],
  [],
];
const harmless = '樣本文字';

export type Planter = ReturnType<typeof createPlanter>;

export function createPlanter(fields: readonly Field[], markers: ReturnType<typeof createMarkers>) {
  const known = new Map(fields.map((field) => [`${field.key} ${field.path}`, field]));
  /** Whatever a record holds, however deep, is one field. */
  const records = fields.filter(({ path }) => path.endsWith('{}'));
  const recordWith = (name: string) =>
    records.find(({ key, path }) => name.startsWith(`${key} ${path.replace('{}', '.')}`));
  const outcomes = new Map<string, Outcome>();

  const outcomeOf = (name: string) => {
    const outcome = outcomes.get(name) ?? { taken: new Set(), refused: new Set(), code: undefined };
    outcomes.set(name, outcome);
    return outcome;
  };

  /** The text of this attempt that the schema takes; undefined where it takes none. */
  function textFor(field: Field, words: Words, attempt: readonly Kind[]) {
    if (attempt.length === 0) return harmless;
    return sentences(words, attempt).find((text) => field.accepts(text));
  }

  /**
   * Makes a call with a marker in place of each `mark`, and answers what the server said of the text it took. The
   * words may be for some people only, the addressees.
   */
  async function plant(
    person: Person,
    key: CallKey,
    input: Input,
    addressees?: readonly string[],
  ): Promise<Answer> {
    const places = placesOf(input).map((path) => {
      const written = `${key} ${path}`;
      const field = known.get(written) ?? recordWith(written);
      if (!field) throw new Error(`${written} is no writable field`);
      const name = `${key} ${field.path}`;
      return { ...field, path, name, words: markers.mint(name, person.role, addressees), attempt: 0 };
    });
    const nextText = (place: (typeof places)[number]) => {
      for (; place.attempt < attempts.length; place.attempt++) {
        const text = textFor(place, place.words, attempts[place.attempt] ?? []);
        if (text !== undefined) return text;
      }
      throw new Error(`${place.name} takes no text at all`);
    };
    for (;;) {
      const texts = new Map(places.map((place) => [place.path, nextText(place)]));
      const answer = await request(person.browser, key, await filled(input, texts));
      const fieldErrors: string[] = answer.code === badInput ? Object.keys(answer.data?.fields ?? {}) : [];
      const refusing = places.filter(
        ({ path, attempt }) => attempt < attempts.length - 1 && fieldErrors.some((name) => isAt(path, name)),
      );
      for (const place of refusing) place.attempt += 1;
      if (refusing.length > 0) continue;
      for (const { name, attempt } of places) {
        const outcome = outcomeOf(name);
        const inText = attempts[attempt] ?? [];
        for (const kind of kinds) (inText.includes(kind) ? outcome.taken : outcome.refused).add(kind);
        if (outcome.code !== 0) outcome.code = answer.code ?? (answer.status < 400 ? 0 : answer.status);
      }
      return answer;
    }
  }

  /** What is planted elsewhere is typed here again and taken, such as the name that an account was made with. */
  function typed(name: string, kind: Kind) {
    const outcome = outcomeOf(name);
    outcome.taken.add(kind);
    outcome.code = 0;
  }

  return {
    outcomes,
    plant,
    typed,
    /** The data of a call that must succeed. */
    async write(person: Person, key: CallKey, input: Input) {
      const answer = await plant(person, key, input);
      if (answer.code !== 0)
        throw new Error(
          `${person.role} ${key}: ${answer.status} ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`,
        );
      return answer.data;
    },
    /** A number that a person can receive codes at, or that a form takes as one. */
    number(key: CallKey, role: string, path = 'body.mobile') {
      const name = `${key} ${path}`;
      typed(name, 'phone');
      return markers.number(name, role);
    },
    /** A number has a new owner. */
    handOver: markers.handOver,
    /** A browser says what it is; no call declares that. */
    userAgent(role: string) {
      typed('header user-agent', 'phone');
      return `Mozilla/5.0 (Windows NT 10.0) Chrome/150 Tel/${markers.number('header user-agent', role)}`;
    },
  };
}

/** `body.list.0.name` of an error is `body.list[].name` of a field. */
const isAt = (path: string, name: string) => {
  const plain = (text: string) => text.replaceAll(/\[\]|\{\}|\.\d+/g, '');
  return (
    plain(path) === name.replaceAll(/\.\d+/g, '') || plain(path).split('.').slice(1).join('.') === plain(name)
  );
};

function placesOf(input: Input): string[] {
  const found: string[] = [];
  const look = (value: unknown, path: string) => {
    if (value === mark) found.push(path);
    else if (Array.isArray(value)) for (const item of value) look(item, `${path}[]`);
    else if (value && typeof value === 'object')
      for (const [name, item] of Object.entries(value)) look(item, `${path}.${name}`);
  };
  for (const part of ['body', 'query', 'params'] as const) look(input[part], part);
  for (const part of ['name', 'metadata', 'page'] as const)
    if (input.file?.[part] === mark) found.push(`file ${part}`);
  if (input.text === mark) found.push('text');
  return found;
}

async function filled(input: Input, texts: Map<string, string>): Promise<Input> {
  const fill = (value: unknown, path: string): unknown => {
    if (value === mark) return texts.get(path);
    if (Array.isArray(value)) return value.map((item) => fill(item, `${path}[]`));
    if (value && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, fill(item, `${path}.${name}`)]),
      );
    return value;
  };
  const file = input.file;
  return {
    ...(input.params && { params: fill(input.params, 'params') as Record<string, unknown> }),
    ...(input.query && { query: fill(input.query, 'query') as Record<string, unknown> }),
    ...(input.body !== undefined && { body: fill(input.body, 'body') }),
    ...(file && { file: await filledFile(file, texts) }),
    ...(input.text !== undefined && { text: input.text === mark ? texts.get('text') : input.text }),
  } as Input;
}

async function filledFile(file: NonNullable<Input['file']>, texts: Map<string, string>): Promise<File> {
  const { field, type, metadata = '', page = '' } = file;
  const name =
    file.name === mark
      ? `${texts.get('file name')}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`
      : file.name;
  const textOf = (part: string, path: string) => (part === mark ? (texts.get(path) ?? '') : part);
  const [title, printed] = [textOf(metadata, 'file metadata'), textOf(page, 'file page')];
  if (printed) return { field, name, type: 'application/pdf', bytes: await printPdf(printed, title) };
  return { field, name, type, bytes: title ? await withMetadata(file.bytes, title) : file.bytes };
}

/** The path of a call with its parameters and query in it. */
export function pathOf(key: CallKey, { params = {}, query = {} }: Input) {
  const [, template = ''] = key.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${path}?${search}` : path;
}

function request(browser: Browser, key: CallKey, input: Input): Promise<Answer> {
  const [method = 'GET'] = key.split(' ');
  const { body, file, text } = input;
  return browser.send(method, pathOf(key, input), {
    ...(body !== undefined && { body }),
    ...(file && { file }),
    ...(text !== undefined && { text }),
  });
}

export type KnownCalls = Map<CallKey, Call>;
