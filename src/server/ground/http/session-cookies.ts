import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { Cookies } from './calls.ts';

/** Which side of the product a session is for: finding tutors and lessons, or the AI side (chat, voice, eraser). */
export type AppSide = 'product' | 'ai';

const plainNames = { product: 'session', ai: 'ai_session' } as const;

/** Over TLS the __Host- prefix prevents other hosts of the domain from setting the cookie. */
const secureName = (face: AppSide) => `__Host-${plainNames[face]}`;

/** Over TLS only the cookie with the __Host- prefix counts. */
export const renewalCookie = (cookies: Pick<Cookies, 'get' | 'secure'>, face: AppSide) =>
  cookies.get(cookies.secure ? secureName(face) : plainNames[face]);

/** Zero seconds delete the cookie. */
export function setRenewalCookie(cookies: Cookies, face: AppSide, value: string, seconds: number) {
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

/** Of the valid cookie names only: an attacker could set the other name with a matching csrftoken. */
export const carriedSessionIds = (cookies: Pick<Cookies, 'get' | 'secure'>) =>
  (['product', 'ai'] as const).flatMap((face) => {
    const renewal = renewalCookie(cookies, face);
    return renewal ? [sessionIdOf(renewal)] : [];
  });

/** Read access to the cookies of a request. */
export const cookiesOf = ({ protocol, cookies }: Pick<FastifyRequest, 'protocol' | 'cookies'>) => ({
  secure: protocol === 'https',
  get: (name: string) => cookies[name],
});
