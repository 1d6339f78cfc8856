import type { FastifyRequest } from 'fastify';
import type { Keys } from '#server/ground/config/keys.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type { Cookies } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import {
  type AppSide,
  cookiesOf,
  renewalCookie,
  sessionIdOf,
  setCsrfCookie,
  setRenewalCookie,
} from '#server/ground/http/session-cookies.ts';
import { createSigner } from '#server/ground/http/signing.ts';
import type { Visitor } from '#server/ground/http/visitor.ts';
import { browserName } from '#shared/user-agent.ts';
import { type Csrf, createCsrf } from './csrf.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { lockAccount } from './lock-account.ts';
import {
  absoluteDays,
  type EndReason,
  endSession,
  liveSession,
  openSession,
  renewSession,
  sessionByRenewal,
} from './sessions.ts';

const cookieSeconds = absoluteDays * 24 * 60 * 60;

/** Moves the data of an anonymous browser to the account that logs in. */
export type TakeOver = (tx: Tx, userId: number, cookies: Cookies) => Promise<void>;

/** Tells an account that a browser has logged in to it which it does not know. */
export type TellNewDevice = (tx: Tx, userId: number, browser: string) => Promise<void>;

/** Maps requests to sessions: bearer tokens, renewal cookies and the csrftoken. */
export function createSignIn(
  keys: Keys,
  database: Database,
  { takeOver, tellNewDevice }: { takeOver: TakeOver; tellNewDevice: TellNewDevice },
) {
  const tokens = createTokens(keys.secret);
  const csrf: Csrf = createCsrf(keys.secret);
  const knownBrowsers = createKnownBrowsers(keys.secret);

  function readToken({ headers }: FastifyRequest) {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    return token === undefined ? undefined : tokens.read(token);
  }

  /** Sets the cookies of a session. */
  function setCookies(cookies: Cookies, face: AppSide, renewal: string) {
    setRenewalCookie(cookies, face, renewal, cookieSeconds);
    // There is one csrftoken for both apps: it belongs to the product session if there is one.
    if (face === 'product' || !renewalCookie(cookies, 'product'))
      setCsrfCookie(cookies, csrf.issue(sessionIdOf(renewal)), cookieSeconds);
  }

  /** Clears the cookies of these apps; the csrftoken is issued again for a remaining app, if there is one. */
  function clearCookies(cookies: Cookies, faces: readonly AppSide[]) {
    for (const face of faces) setRenewalCookie(cookies, face, '', 0);
    const remaining = (['product', 'ai'] as const).find(
      (face) => !faces.includes(face) && renewalCookie(cookies, face),
    );
    const renewal = remaining && renewalCookie(cookies, remaining);
    if (renewal) setCsrfCookie(cookies, csrf.issue(sessionIdOf(renewal)), cookieSeconds);
    else setCsrfCookie(cookies, '', 0);
  }

  /** Before the session is opened: sessions of the account tell its first log-in from later ones. */
  async function noteBrowser(tx: Tx, userId: number, { cookies, visitor }: Wire) {
    if (await knownBrowsers.isNew(tx, userId, cookies))
      await tellNewDevice(tx, userId, browserName(visitor.userAgent));
    knownBrowsers.remember(cookies, userId);
  }

  return {
    csrf,
    tokens,

    /** The session id of a valid bearer token, without checking whether the session is live. */
    sessionIdOf(request: FastifyRequest) {
      const reading = readToken(request);
      return reading?.expired ? undefined : reading?.sessionId;
    },

    /** The visitor with the session of the request's bearer token. */
    async identify(request: FastifyRequest): Promise<Visitor> {
      const { visitor } = request;
      const reading = readToken(request);
      if (!reading) return visitor;
      const claimedSessionId = reading.sessionId;
      const session = await liveSession(database.db, claimedSessionId);
      if (!session) return { ...visitor, problem: 'sessionInvalid', claimedSessionId };
      return reading.expired ? { ...visitor, problem: 'tokenExpired' } : { ...visitor, session };
    },

    /** For rendering a page: the session of the cookie, without exchanging it. */
    async identifyByCookie(request: FastifyRequest, face: AppSide): Promise<Visitor> {
      const renewal = renewalCookie(cookiesOf(request), face);
      const session = renewal === undefined ? undefined : await sessionByRenewal(database.db, renewal);
      return { ...request.visitor, session: session?.face === face ? session : undefined };
    },

    /** Logs a browser in to the product and the AI app. Previous sessions of the browser end. */
    async openProduct(tx: Tx, { userId, secondFactorShown = false, ...wire }: Opening) {
      await lockAccount(tx, userId);
      await endCookieSessions(tx, wire.cookies, ['product', 'ai'], 'replaced');
      await takeOver(tx, userId, wire.cookies);
      await noteBrowser(tx, userId, wire);
      const { userAgent } = wire.visitor;
      const product = await openSession(tx, { userId, face: 'product', userAgent, secondFactorShown });
      const ai = await openSession(tx, { userId, face: 'ai', userAgent, openedBy: product.id });
      setCookies(wire.cookies, 'product', product.renewal);
      setRenewalCookie(wire.cookies, 'ai', ai.renewal, cookieSeconds);
      return { ...tokens.issue(product.id), ai_token: tokens.issue(ai.id).token };
    },

    /** Logs a browser in to the AI app only. */
    async openAi(tx: Tx, { userId, ...wire }: Opening) {
      await lockAccount(tx, userId);
      await endCookieSessions(tx, wire.cookies, ['ai'], 'replaced');
      await takeOver(tx, userId, wire.cookies);
      await noteBrowser(tx, userId, wire);
      const ai = await openSession(tx, { userId, face: 'ai', userAgent: wire.visitor.userAgent });
      setCookies(wire.cookies, 'ai', ai.renewal);
      return tokens.issue(ai.id);
    },

    async renew({ cookies, visitor }: Wire, face: AppSide) {
      const renewal = renewalCookie(cookies, face);
      if (renewal === undefined) throw new AppError('notSignedIn');
      const renewed = await renewSession(database, renewal, { face, userAgent: visitor.userAgent });
      setCookies(cookies, face, renewed.renewal);
      return tokens.issue(renewed.session.id);
    },

    /** Logs a browser out of these apps, including an AI session that was opened separately. */
    async logOut(tx: Tx, cookies: Cookies, faces: readonly AppSide[]) {
      await endCookieSessions(tx, cookies, faces, 'logout');
      clearCookies(cookies, faces);
    },

    /** Issues a new csrftoken for the browser's session; cookies of ended sessions are cleared. */
    async refreshCsrf(cookies: Cookies) {
      const carried = (['product', 'ai'] as const).filter((face) => renewalCookie(cookies, face));
      const live = await Promise.all(
        carried.map((face) => sessionByRenewal(database.db, renewalCookie(cookies, face) ?? '')),
      );
      clearCookies(
        cookies,
        carried.filter((_, index) => !live[index]),
      );
    },
  };
}

export type Wire = { visitor: Visitor; cookies: Cookies };
type Opening = Wire & { userId: number; secondFactorShown?: boolean };

/** Ends a session only with its renewal token: the id alone is not secret. */
async function endCookieSessions(tx: Tx, cookies: Cookies, faces: readonly AppSide[], why: EndReason) {
  for (const face of faces) {
    const renewal = renewalCookie(cookies, face);
    if (renewal && (await sessionByRenewal(tx, renewal))) await endSession(tx, sessionIdOf(renewal), why);
  }
}

export const tokenSeconds = 15 * 60;

type TokenReading = { sessionId: string; expired: boolean };

/**
 * Bearer tokens: a session id and an expiry time, signed. They are not stored; every use checks that the
 * session is live, so that ending a session invalidates its tokens at once.
 */
export function createTokens(secret: Buffer, now = Date.now) {
  const signer = createSigner(secret, 'bearer token');
  return {
    issue(sessionId: string) {
      const body = `${sessionId}.${Math.floor(now() / 1000) + tokenSeconds}`;
      return { token: `${body}.${signer.sign(body)}`, expires_in: tokenSeconds };
    },

    /** Undefined for anything this server did not issue. */
    read(token: string): TokenReading | undefined {
      const [sessionId = '', end = '', signature = '', ...more] = token.split('.');
      if (more.length > 0 || !signer.isSigned(`${sessionId}.${end}`, signature)) return undefined;
      return { sessionId, expired: Number(end) * 1000 <= now() };
    },
  };
}
