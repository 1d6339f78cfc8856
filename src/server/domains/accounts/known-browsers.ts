import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import type { Cookies, ReadCookies } from '#server/ground/http/calls.ts';
import { createSigner } from '#server/ground/http/signing.ts';
import type { EndReason } from './sessions.ts';

const cookieName = ({ secure }: ReadCookies) => (secure ? '__Host-known' : 'known');
/** The longest that browsers keep a cookie. */
const cookieSeconds = 400 * 24 * 60 * 60;
/** A family's browser may log in to several accounts. */
const mostAccounts = 6;

/** After one of these the owner wants to hear of every browser, known or not. */
const endsTrust: EndReason[] = [
  'everywhere',
  'ended by owner',
  'ended by operator',
  'number changed',
  'reuse',
];

/**
 * Recognises a browser that an account has logged in with before, by signed marks in a cookie: the time, and a
 * signature of it and the account. Nothing is stored here, and a mark does not say whose it is.
 */
export function createKnownBrowsers(secret: Buffer, now = Date.now) {
  const signer = createSigner(secret, 'known browser');
  const marksIn = (cookies: ReadCookies) => (cookies.get(cookieName(cookies)) ?? '').split('.');
  const markedAt = (mark: string, userId: number) => {
    const [seconds = '', signature = ''] = mark.split('~');
    return signer.isSigned(`${seconds} ${userId}`, signature) ? Number(seconds) : undefined;
  };
  return {
    /** Whether this log-in is worth telling. The first one of an account is not. */
    async isNew(tx: Tx, userId: number, cookies: ReadCookies) {
      const since = Math.max(0, ...marksIn(cookies).map((mark) => markedAt(mark, userId) ?? 0));
      const { rows } = await tx.execute<{ has_others: boolean; is_distrusted: boolean }>(sql`
        select count(*) > 0 as has_others,
          coalesce(bool_or(ended_why = any(${sql.param(endsTrust)}::text[])
            and ended_at >= to_timestamp(${since})), false) as is_distrusted
        from sessions where user_id = ${userId}`);
      const [found] = rows;
      return found?.has_others === true && (since === 0 || found.is_distrusted);
    },

    remember(cookies: Cookies, userId: number) {
      const seconds = Math.floor(now() / 1000);
      const others = marksIn(cookies).filter(
        (mark) => mark !== '' && mark.length < 80 && markedAt(mark, userId) === undefined,
      );
      const marks = [`${seconds}~${signer.sign(`${seconds} ${userId}`)}`, ...others].slice(0, mostAccounts);
      cookies.set(cookieName(cookies), marks.join('.'), {
        path: '/',
        sameSite: 'lax',
        secure: cookies.secure,
        httpOnly: true,
        maxAge: cookieSeconds,
      });
    },
  };
}
