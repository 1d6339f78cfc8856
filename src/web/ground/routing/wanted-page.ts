import { readCookie } from '../cookies.ts';
import { rowOf, splitLocale } from './rules.ts';

// The gate sends visitors to the home page, whose address stays plain (SPEC.md §2). This cookie tells the
// home page for a minute which page was asked for, so that it can offer log-in and lead back there.
const name = 'wanted';
const seconds = 60;
const longest = 500;

/** The cookie of the page that a visitor asked for. */
export function wantedCookie({ pathname, search }: { pathname: string; search: string }) {
  const whole = pathname + search;
  const value = encodeURIComponent(whole.length > longest ? pathname : whole);
  return `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}

/** Returns the page that was asked for, once. Undefined if none was, or if it is no page of the product. */
export function takeWanted(): string | undefined {
  const value = readCookie(name);
  if (value === undefined) return undefined;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
  return ownPage(value);
}

const own = 'https://own.invalid';

/** The address within the product that a cookie names; anything else that was put there leads nowhere. */
export function ownPage(value: string): string | undefined {
  let text: string;
  try {
    text = decodeURIComponent(value);
  } catch {
    return undefined;
  }
  // A browser drops control characters and reads a backslash as a slash, which would make another site of it.
  if (!/^\/(?![/\\])[^\\\p{Cc}\s]*$/u.test(text) || text.length > longest) return undefined;
  const { origin, pathname, search } = new URL(text, own);
  if (origin !== own || !rowOf(splitLocale(pathname).path)) return undefined;
  return pathname + search;
}
