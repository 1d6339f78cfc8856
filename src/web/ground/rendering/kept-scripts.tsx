import { createContext, use } from 'react';
import { Scripts } from 'react-router';

const KeptContext = createContext(false);
/** In the server, around a page whose scripts are known already and will be put in. */
export const WithKeptScripts = KeptContext;

/** What loads the app's scripts. The same for all visits of a route, so the server has the router work it out once. */
export const PageScripts = () => (use(KeptContext) ? null : <Scripts />);

/** The router's part of a page, each text cut where the request's nonce belongs. */
export type KeptScripts = { head: readonly string[]; body: readonly string[] };

const bodyBegins = (nonce: string) => `<script nonce="${nonce}">window.__reactRouterContext`;

/** Takes the scripts out of a page that the router has just put them into, up to `end`. */
export function scriptsIn(html: string, nonce: string, end: number): KeptScripts | undefined {
  const begin = html.lastIndexOf(bodyBegins(nonce), end);
  if (begin < 0) return undefined;
  const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
  return { head: preloads.join('').split(nonce), body: html.slice(begin, end).split(nonce) };
}
