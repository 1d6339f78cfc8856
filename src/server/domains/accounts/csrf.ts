import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/ground/config/config.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { carriedSessionIds, cookiesOf } from '#server/ground/http/session-cookies.ts';
import { createSigner, randomText } from '#server/ground/http/signing.ts';

export type Csrf = ReturnType<typeof createCsrf>;

/** The csrftoken: signed, and valid for one session only. */
export function createCsrf(secret: Buffer) {
  const signer = createSigner(secret, 'csrf token');
  return {
    issue(sessionId: string) {
      const nonce = randomText(16);
      return `${nonce}.${signer.sign(`${sessionId}.${nonce}`)}`;
    },
    fits(token: string, sessionId: string) {
      const [nonce = '', signature = ''] = token.split('.');
      return signer.isSigned(`${sessionId}.${nonce}`, signature);
    },
  };
}

/** Protects against cross-site request forgery: every request that can change something is checked. */
export function guardAgainstForgery(app: FastifyInstance, config: Config, csrf: Csrf) {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
    if (!isFromUs(request, config)) throw new AppError('wrongOrigin');
    const carried = carriedSessionIds(cookiesOf(request));
    if (carried.length === 0) return;
    const token = request.headers['x-csrftoken'];
    if (typeof token !== 'string' || !carried.some((id) => csrf.fits(token, id)))
      throw new AppError('csrfFailed');
  });
}

/** The session that the cookies name; undefined where the csrftoken beside it is not one that we made for it. */
export function sessionByCookies(request: FastifyRequest, csrf: Csrf): string | undefined {
  const token = request.cookies.csrftoken ?? '';
  return carriedSessionIds(cookiesOf(request)).find((id) => csrf.fits(token, id));
}

/** Browsers send Origin or Sec-Fetch-Site; other clients send neither, and carry no user's cookies. */
function isFromUs({ headers, protocol, host }: FastifyRequest, { publicUrl, corsOrigins }: Config) {
  const { origin } = headers;
  if (origin !== undefined)
    return origin === `${protocol}://${host}` || origin === publicUrl || corsOrigins.includes(origin);
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
