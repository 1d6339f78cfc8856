import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renew } from './renewal.ts';

const local = new Map<string, string>();
let underWay = 0;
let most = 0;
let urls: string[] = [];

beforeEach(() => {
  local.clear();
  [underWay, most, urls] = [0, 0, []];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => local.set(key, value),
  });
  vi.stubGlobal('document', { cookie: 'csrftoken=signed' });
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    most = Math.max(most, ++underWay);
    await sleep(20);
    underWay -= 1;
    return Response.json({ code: 0, data: { token: `token ${urls.length}` } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Web Locks as all tabs of a browser share them. */
function sharedLocks() {
  const turns = new Map<string, Promise<unknown>>();
  return {
    request(name: string, work: () => Promise<unknown>) {
      const turn = (turns.get(name) ?? Promise.resolve()).then(work, work);
      turns.set(name, turn);
      return turn;
    },
  };
}

test.each([
  ['with Web Locks', sharedLocks()],
  ['without Web Locks', undefined],
])('%s one renewal is under way at a time, of whatever side, and each side renews once', async (_, locks) => {
  vi.stubGlobal('navigator', { locks });
  const bases = { base: '', aiBase: '' };
  const answers = await Promise.all(
    (['product', 'ai', 'product', 'ai'] as const).map((side) => renew(side, bases, null)),
  );
  expect(answers).toEqual(['renewed', 'renewed', 'renewed', 'renewed']);
  expect(urls).toEqual(['/api/users/renew', '/api_ai/user/renew']);
  expect(most).toBe(1);
});
