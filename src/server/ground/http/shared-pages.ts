import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { localeCookie } from '#shared/locale.ts';
import { isMobile } from '#shared/user-agent.ts';
import type { Database } from '../db/db.ts';

/** All that a shared page is told of the visitor; requests with the same view get the same page. */
export type SharedView = { key: string; headers: Headers };
/** A rendered page, cut where each request's nonce belongs. */
export type SharedPage = { status: number; headers: [string, string][]; parts: Buffer[] };

/** Cookies that say how to draw a page and nothing about who asks. */
const drawingCookies = new Set<string>([localeCookie.name, 'theme', 'consent']);
const most = 500;
const maxAgeMs = 10_000;

/**
 * How a request looks to a page that is the same for everybody. Undefined as soon as it carries anything else, such as
 * a session: then the page may be personal. The page is rendered from these headers alone, so it cannot depend on more.
 */
export function sharedView(request: FastifyRequest): SharedView | undefined {
  const { headers, method, url, visitor } = request;
  if (method !== 'GET' || headers.authorization || /\.data(\?|$)|_payload\.json(\?|$)/.test(url))
    return undefined;
  const cookies = (headers.cookie ?? '').split('; ').filter(Boolean);
  if (!cookies.every((cookie) => drawingCookies.has(cookie.split('=')[0] ?? ''))) return undefined;
  const view = {
    'accept-language': visitor.locale,
    'user-agent': isMobile(headers['user-agent'] ?? '') ? 'Mobile' : 'other',
    cookie: cookies.sort().join('; '),
    'sec-fetch-site': headers['sec-fetch-site'] === 'same-origin' ? 'same-origin' : 'none',
  };
  return { key: JSON.stringify([visitor.origin, url, view]), headers: new Headers(view) };
}

/**
 * Rendered pages, kept until the content they show changes (at most ten seconds, for whatever tells nobody). Those who
 * ask at once share one rendering.
 */
export async function createSharedPages(database: Database) {
  const kept = new Map<string, { page: Promise<SharedPage>; until: number }>();
  const forget = () => kept.clear();
  const unlisten = await Promise.all(
    ['reference_changed', 'content_changed'].map((channel) => database.listen(channel, forget, forget)),
  );

  return {
    /** Stands in for the nonce while a page is rendered; nobody outside this process knows it. */
    placeholder: randomBytes(16).toString('base64'),

    async get(key: string, render: () => Promise<SharedPage>) {
      const found = kept.get(key);
      if (found && found.until > Date.now()) return found.page;
      const entry = { page: render(), until: Date.now() + maxAgeMs };
      kept.delete(key);
      kept.set(key, entry);
      if (kept.size > most) kept.delete(kept.keys().next().value ?? '');
      const drop = () => kept.get(key) === entry && kept.delete(key);
      entry.page.then((page) => mayBeKept(page) || drop(), drop);
      return entry.page;
    },

    close: async () => void (await Promise.all(unlisten.map((stop) => stop()))),
  };
}

const mayBeKept = ({ status, headers }: SharedPage) =>
  status === 200 && !headers.some(([name, value]) => name === 'cache-control' && value.includes('no-store'));
