import { csrfFailed, sessionInvalid } from '#shared/codes/numbers.ts';
import { readCookie } from '../cookies.ts';

/** The AI side and the product have a session each, with a token of its own. */
export type Face = 'product' | 'ai';

export const tokenNames = { product: 'token', ai: 'ai_token' } as const;
export const tokenOf = (face: Face) => localStorage.getItem(tokenNames[face]);
export const keepToken = (face: Face, token: string) => localStorage.setItem(tokenNames[face], token);

/** The API's two bases. */
export type Bases = { base: string; aiBase: string };

/** `none`: there is no session to renew. `dead`: there was one. */
export type Renewal = 'renewed' | 'none' | 'dead';

/**
 * A new token in exchange for the session cookie. Tabs take turns: the one that comes second finds what the first
 * brought, since the cookie can be exchanged only once.
 */
export async function renew(face: Face, bases: Bases, stale: string | null): Promise<Renewal> {
  if (!readCookie('csrftoken')) return 'none';
  return inTurn(`mingshi renew ${face}`, async () => {
    const present = tokenOf(face);
    if (present && present !== stale) return 'renewed';
    let answer = await askForToken(face, bases);
    if (answer.code === csrfFailed) {
      await refreshCsrf(bases);
      answer = await askForToken(face, bases);
    }
    if (answer.code === sessionInvalid) return 'dead';
    if (answer.code !== 0) return 'none';
    keepToken(face, answer.data.token);
    return 'renewed';
  });
}

async function askForToken(face: Face, { base, aiBase }: Bases) {
  const url = face === 'ai' ? `${aiBase}/api_ai/user/renew` : `${base}/api/users/renew`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-csrftoken': readCookie('csrftoken') ?? '' },
    credentials: 'include',
  });
  return (await response.json()) as { code: number; data: { token: string } };
}

/** Brings a csrftoken that fits the session cookie, or takes the cookie of a dead session away. */
export async function refreshCsrf({ base }: Bases) {
  await fetch(`${base}/api/users/csrf`, { credentials: 'include' });
}

/** One at a time in all tabs; in a browser without locks, in this one. */
function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(name, work) as Promise<T>;
  const turn = (lastTurn.get(name) ?? Promise.resolve()).then(work, work);
  lastTurn.set(name, turn);
  return turn as Promise<T>;
}
const lastTurn = new Map<string, Promise<unknown>>();
