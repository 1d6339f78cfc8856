import { csrfFailed, sessionInvalid } from '#shared/codes/numbers.ts';
import { readCookie } from '../cookies.ts';

/** The product and the AI side have separate sessions, each with its own access token. */
/** Which side of the product a session is for: finding tutors and lessons, or the AI side (chat, voice, eraser). */
export type AppSide = 'product' | 'ai';

export const tokenNames = { product: 'token', ai: 'ai_token' } as const;
export const tokenOf = (face: AppSide) => localStorage.getItem(tokenNames[face]);
export const keepToken = (face: AppSide, token: string) => localStorage.setItem(tokenNames[face], token);

/** The base URLs of the product API and the AI API. */
export type Bases = { base: string; aiBase: string };

/** `none`: there is no session to renew. `dead`: the session has ended. */
export type Renewal = 'renewed' | 'none' | 'dead';

/**
 * Exchanges the session cookie for a new access token. The cookie can be exchanged only once, so tabs take
 * turns: the second one finds the token that the first has stored.
 */
export async function renew(face: AppSide, bases: Bases, stale: string | null): Promise<Renewal> {
  if (!readCookie('csrftoken')) return 'none';
  return oneAtATime(async () => {
    const present = tokenOf(face);
    if (present && present !== stale) return 'renewed';
    let answer = await requestToken(face, bases);
    if (answer.code === csrfFailed) {
      await refreshCsrf(bases);
      answer = await requestToken(face, bases);
    }
    if (answer.code === sessionInvalid) return 'dead';
    if (answer.code !== 0) return 'none';
    keepToken(face, answer.data.token);
    return 'renewed';
  });
}

async function requestToken(face: AppSide, { base, aiBase }: Bases) {
  const url = face === 'ai' ? `${aiBase}/api_ai/user/renew` : `${base}/api/users/renew`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-csrftoken': readCookie('csrftoken') ?? '' },
    credentials: 'include',
  });
  return (await response.json()) as { code: number; data: { token: string } };
}

/**
 * Fetches a CSRF token that matches the session cookie; the server also removes the cookie of an ended
 * session.
 */
export async function refreshCsrf({ base }: Bases) {
  await fetch(`${base}/api/users/csrf`, { credentials: 'include' });
}

/**
 * Runs one task at a time across all tabs and both sides, which share the csrftoken; within this tab where
 * the browser has no Web Locks.
 */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('mingshi renew', work) as Promise<T>;
  const turn = lastTurn.then(work, work);
  lastTurn = turn;
  return turn;
}
let lastTurn: Promise<unknown> = Promise.resolve();
