import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Cookies } from '../calls.ts';

export type Face = 'product' | 'ai';

const plainNames = { product: 'session', ai: 'ai_session' } as const;

/** Over TLS the name itself keeps other hosts of the domain from setting the cookie. */
const secureName = (face: Face) => `__Host-${plainNames[face]}`;

/** Behind TLS only the guarded name counts. */
export const renewalCookie = (cookies: Pick<Cookies, 'get' | 'secure'>, face: Face) =>
  cookies.get(cookies.secure ? secureName(face) : plainNames[face]);

/** Zero seconds take a cookie back. */
export function setRenewalCookie(cookies: Cookies, face: Face, value: string, seconds: number) {
  const name = cookies.secure ? secureName(face) : plainNames[face];
  cookies.set(name, value, { ...attributes(cookies, seconds), httpOnly: true });
}

export function setCsrfCookie(cookies: Cookies, value: string, seconds: number) {
  cookies.set('csrftoken', value, attributes(cookies, seconds));
}

const attributes = ({ secure }: Cookies, maxAge: number): CookieSerializeOptions => ({
  path: '/',
  sameSite: 'lax',
  secure,
  maxAge,
});

/** A renewal token begins with the id of its session. */
export const sessionIdOf = (renewal: string) => renewal.slice(0, renewal.indexOf('.'));

export function carriedSessionIds(cookies: Record<string, string | undefined>) {
  const names = (['product', 'ai'] as const).flatMap((face) => [secureName(face), plainNames[face]]);
  return names.flatMap((name) => (cookies[name] ? [sessionIdOf(cookies[name])] : []));
}
