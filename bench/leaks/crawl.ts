import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, CallKey } from '../../src/shared/call.ts';
import { exportFileUrl, pictureUrl, sharedPictureUrl } from '../../src/shared/eraser/limits.ts';
import { eventsUrl } from '../../src/shared/live-events.ts';
import { exportArchivePath } from '../../src/shared/privacy.ts';
import { routeTable } from '../../src/web/ground/routing/route-table.ts';
import { unzip } from '../../tests/unzip.ts';
import type { Answer } from '../tools/browser.ts';
import { textOfPdf } from './files.ts';
import { idsFor } from './leftovers.ts';
import { type Input, type KnownCalls, type Person, pathOf } from './plant.ts';
import type { Town } from './town.ts';

/** What was read: where, by whom, and every text in it. */
export type Reading = {
  place: string;
  reader: Person;
  text: string;
  status: number;
  code: number | undefined;
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Undoes what HTML, JSON and addresses do to letters. */
function decoded(text: string) {
  const letters = text
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d+);/g, (_, digits) => String.fromCodePoint(Number(digits)))
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name) => entities[name] ?? '')
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return letters.replaceAll(/(?:%[0-9A-F]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

/** Every text of an answer: headers, and the body by what it is. Drawings and styles have figures and no words. */
export async function textOf({ headers, bytes }: Pick<Answer, 'headers' | 'bytes'>): Promise<string> {
  const type = headers.get('content-type') ?? '';
  const head = [...headers].filter(([name]) => name !== 'set-cookie').map((pair) => pair.join(': '));
  const parts = [head.join('\n')];
  if (type.startsWith('application/pdf')) parts.push(await textOfPdf(bytes));
  else if (type.startsWith('application/zip'))
    for (const [name, content] of Object.entries(unzip(bytes)))
      parts.push(name, name.endsWith('.pdf') ? await textOfPdf(content) : content.toString());
  // Metadata stands in a picture as it is written.
  else if (/^image\/(?!svg)/.test(type)) parts.push(bytes.toString());
  else if (!/^(font|audio)\//.test(type))
    parts.push(
      bytes
        .toString()
        .replaceAll(/<svg\b.*?<\/svg>/gs, ' ')
        .replaceAll(/<style\b.*?<\/style>/gs, ' '),
    );
  return decoded(parts.join('\n'));
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** The queries that a call is read with; a call that needs one and is not here is read without. */
function queriesOf(key: CallKey, { ids, codes }: Town): Record<string, unknown>[] {
  const of = (kind: string) => ids[kind] ?? [];
  const queries: Record<string, Record<string, unknown>[]> = {
    '/api/algorithms/tutor_matcher': of('cases').map((case_id) => ({ case_id })),
    '/api/algorithms/price_recommender': of('cases').map((case_id) => ({ case_id })),
    '/api_ai/chat_ai/messages': of('threads').map((thread_id) => ({ thread_id })),
    '/api_ai/chat_ai/share_code': [{ assistant_id: of('assistants')[0] }],
    '/api_ai/eraser/erase_trace_task': [{}, ...of('tasks').map((task_id) => ({ task_id }))],
    '/api/users/interest_facts': of('cases').flatMap((case_id) =>
      of('listings').map((listing_id) => ({ case_id, listing_id })),
    ),
    '/api/users/conversation_files/{id}': [{ size: 'whole' }, { size: 'small' }],
    '/api/common_info/teacher_case/{id}/preview': [{}, { language: 'en' }],
    '/api/users/schedule': [{ from: day(-5), to: day(40) }],
    '/api/calendar.ics': (codes.calendar ?? []).map((code) => ({ code })),
    '/api/email/confirm': (codes.confirm ?? []).slice(0, 2).map((token) => ({ token })),
    '/api/safe': (codes.safe ?? []).map((code) => ({ code })),
    '/api_ai/user/login_status': [{ code: 'none' }],
    '/api/operator/users/{id}/consequences': [{ measure: 'suspension' }, { measure: 'ban' }],
    '/api/operator/queue': [{ page_size: 100 }, { state: 'decided', page_size: 100 }],
    '/api/operator/users': [{ page_size: 100 }],
    '/api/operator/audit': [{ page_size: 100 }],
    '/api_ai/eraser/erase_trace_record/': [{}, { deleted: true }],
  };
  const path = key.split(' ')[1] ?? '';
  const sides = ['family', 'tutor'];
  if (/\/fees(\.\w+)?$/.test(path))
    return [0, -20].flatMap((offset) => sides.map((side) => ({ month: day(offset).slice(0, 7), side })));
  if (/\/fee_year(\.\w+)?$/.test(path))
    return sides.map((side) => ({ year: Number(day(-90).slice(0, 4)), side }));
  if (/statement(\.\w+)?$/.test(path)) return [0, -20].map((offset) => ({ month: day(offset).slice(0, 7) }));
  return queries[path] ?? [{}];
}

/** What may stand at the second parameter of a call that has two; else the same as at the first. */
const secondIds = (key: CallKey, first: number | string, { ids }: Town) =>
  key.endsWith('/{id}/files/{file}') ? (ids.conversation_files ?? []) : [first];

/** GET calls that end a session, or whose answer is a stream. */
const notRead = (key: CallKey, call: Call) => key === 'GET /api/users/logout' || call.stream === true;

/** An address to read; what it names may have to be made in the moment in which it is read. */
type Place = { place: string; path: string | (() => Promise<string>) };

export function callsToRead(calls: KnownCalls, town: Town): Place[] {
  // A code that a screen shows is good for two minutes.
  const asked: CallKey = 'GET /api_ai/user/login_request';
  const onScreen = {
    place: asked,
    path: async () => pathOf(asked, { query: { code: (await town.showCode()).code } }),
  };
  const paths = [...calls]
    .filter(([key, call]) => key.startsWith('GET ') && !notRead(key, call))
    .flatMap(([key]) => {
      const inputs: Input[] = queriesOf(key, town).flatMap((query) =>
        !/\{\w+\}/.test(key)
          ? [{ query }]
          : idsFor(key, town.ids).flatMap((id) =>
              secondIds(key, id, town).map((file) => ({
                query,
                params: { id, suffix: 'privacy', occasion: 'third', code: id, file },
              })),
            ),
      );
      return inputs.map((input) => ({ place: key, path: pathOf(key, input) }));
    });
  return calls.has(asked) ? [...paths, onScreen] : paths;
}

/** Answers that the contract of calls does not declare. */
export function filesToRead({ ids }: Town): { place: string; path: string }[] {
  const of = (kind: string) => (ids[kind] ?? []) as number[];
  return [
    ...[exportArchivePath, '/api_ai/user/export.zip'].map((path) => ({ place: path, path })),
    ...of('exports').map((id) => ({ place: 'file of an export', path: exportFileUrl(id) })),
    ...of('pages').map((id) => ({
      place: 'picture of a page',
      path: pictureUrl(id, { view: 'erased', size: 'thumb' }),
    })),
    ...of('records').map((id) => ({ place: 'shared picture', path: sharedPictureUrl(id, 1, 'thumb') })),
    ...['/sitemap.xml', '/robots.txt', '/healthz', '/readyz', '/manifest.webmanifest', '/api/docs/json'].map(
      (path) => ({
        place: path,
        path,
      }),
    ),
  ];
}

function paramsOf(path: string, { ids, codes }: Town): (string | number)[] {
  const of = (kind: string) => ids[kind] ?? [];
  if (path.endsWith('/:thread')) return of('threads');
  if (path === '/clock-in/:id') return of('lessons');
  if (path === '/erase/:view') return of('tasks').flatMap((id) => [`erase-1-${id}`, `erase-0-${id}`]);
  if (path === '/erase/list/:filter') return ['0-0-0'];
  if (path === '/test-paper/:id') return of('records');
  if (path === '/share/:code') return codes.promotion ?? [];
  if (path === '/safe/:code') return codes.safe ?? [];
  if (path === '/case/:id' || path.startsWith('/me/case/:id')) return of('cases');
  if (path === '/tutor/:id') return of('listings');
  if (path === '/message/:id') return of('interests');
  if (path === '/me/review/:id') return of('classes');
  if (path === '/operator/queue/:id') return of('queue');
  if (path === '/operator/users/:id') return of('users');
  return [1, ...of('users').slice(0, 2)];
}

/** Paths of a row that show something else than its first. */
const ownPages = new Set(['/cases']);
/** What a page needs behind its path. */
function searchOf(path: string, { ids }: Town) {
  return path === '/tutors/compare' ? `?ids=${(ids.listings ?? []).slice(0, 3)}` : '';
}

/** Every page of the route table in both languages, and its data; aliases with the first row only. */
export function pagesToRead(town: Town): { place: string; path: string }[] {
  const found: { place: string; path: string }[] = [];
  for (const { paths, redirect } of routeTable)
    for (const [index, path] of paths.entries()) {
      if (redirect) continue;
      const values = path.includes(':') ? paramsOf(path, town).slice(0, index === 0 ? 12 : 1) : [''];
      const addresses = values.map((value) =>
        path
          .replace(':district', 'sha-tin')
          .replace(':subject', 'mathematics')
          .replace(/:\w+/, String(value))
          .replace('*', 'x'),
      );
      for (const address of new Set(addresses)) {
        const zh = address === '/' ? '/zh-Hant' : `/zh-Hant${address}`;
        const place = `page ${ownPages.has(path) ? path : paths[0]}`;
        const search = searchOf(path, town);
        found.push({ place, path: zh + search });
        if (index > 0 && !ownPages.has(path)) continue;
        found.push({ place, path: zh.replace('/zh-Hant', '/en') + search });
        found.push({ place, path: `${zh}/_payload.json${search}` });
      }
    }
  return found;
}

/** Reads addresses one after the other, as one person. */
export async function readAll(reader: Person, addresses: readonly Place[], take: (reading: Reading) => void) {
  for (const { place, path } of addresses) {
    const answer = await reader.browser.send('GET', typeof path === 'string' ? path : await path());
    take({ place, reader, text: await textOf(answer), status: answer.status, code: answer.code });
  }
}

/** Listens to every stream that a person can open, until `end` is called. */
export function listen(reader: Person, calls: KnownCalls, town: Town) {
  const streams = [...calls].filter(([key, call]) => key.startsWith('GET ') && call.stream);
  const addresses = [
    ...Object.values(eventsUrl).map((path) => ({ place: path, path })),
    ...streams.flatMap(([key]) =>
      idsFor(key, town.ids)
        .slice(0, 4)
        .map((id) => ({ place: key, path: pathOf(key, { params: { id } }) })),
    ),
  ];
  const cut = new AbortController();
  const readings = addresses.map(async ({ place, path }): Promise<Reading> => {
    const parts: Buffer[] = [];
    let status = 0;
    try {
      const response = await reader.browser.open('GET', path, {}, cut.signal);
      status = response.status;
      for await (const part of response.body ?? []) parts.push(Buffer.from(part));
    } catch (error) {
      if (!cut.signal.aborted) throw error;
    }
    return { place, reader, text: decoded(Buffer.concat(parts).toString()), status, code: undefined };
  });
  return async () => {
    await sleep(500);
    cut.abort();
    return Promise.all(readings);
  };
}
