import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Cookies } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { createSigner } from '#server/ground/http/signing.ts';
import type { Visitor } from '#server/ground/http/visitor.ts';

/** The owner of a thread: an account, or a device that is not logged in. */
export type Owner = { userId: number; deviceId?: undefined } | { userId?: undefined; deviceId: string };

const cookieSeconds = 365 * 24 * 3600;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Devices without login are identified by an id of ours in a signed cookie. */
export function createDevices(secret: Buffer) {
  const signer = createSigner(secret, 'chat device');
  const nameOf = ({ secure }: Pick<Cookies, 'secure'>) => (secure ? '__Host-chat_device' : 'chat_device');

  function known(cookies: Pick<Cookies, 'get' | 'secure'>) {
    const [id = '', signature = ''] = (cookies.get(nameOf(cookies)) ?? '').split('.');
    return uuidPattern.test(id) && signer.isSigned(id, signature) ? id : undefined;
  }

  return {
    /** The device's id, if its signature is ours. */
    known,

    /**
     * The owner for reading: undefined for a device without an id. An expired session is reported as such.
     */
    ownerOf(visitor: Visitor, cookies: Pick<Cookies, 'get' | 'secure'>): Owner | undefined {
      if (visitor.session) return { userId: visitor.session.userId };
      if (visitor.problem) throw new AppError(visitor.problem);
      const deviceId = known(cookies);
      return deviceId === undefined ? undefined : { deviceId };
    },

    /** The owner for creating: a device without an id gets one now. */
    newOwner(visitor: Visitor, cookies: Cookies): Owner {
      const owner = this.ownerOf(visitor, cookies);
      if (owner) return owner;
      const deviceId = randomUUID();
      cookies.set(nameOf(cookies), `${deviceId}.${signer.sign(deviceId)}`, {
        path: '/',
        sameSite: 'lax',
        secure: cookies.secure,
        httpOnly: true,
        maxAge: cookieSeconds,
      });
      return { deviceId };
    },
  };
}

/** For `where`, with the table's name or alias: rows of other owners count as missing. */
export const ownedBy = ({ userId, deviceId }: Owner, threads = sql`chat_threads`) =>
  userId === undefined ? sql`${threads}.device_id = ${deviceId}` : sql`${threads}.user_id = ${userId}`;
