import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Cookies } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { createSigner } from '#server/ground/http/signing.ts';
import type { Visitor } from '#server/ground/http/visitor.ts';

/** Whose threads these are: an account's, or those of a device that is not logged in. */
export type Owner = { userId: number; deviceId?: undefined } | { userId?: undefined; deviceId: string };

const keptSeconds = 365 * 24 * 3600;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Devices without login are told apart by an id of ours that nobody else can sign. */
export function createDevices(secret: Buffer) {
  const signer = createSigner(secret, 'chat device');
  const nameOf = ({ secure }: Pick<Cookies, 'secure'>) => (secure ? '__Host-chat_device' : 'chat_device');

  function known(cookies: Pick<Cookies, 'get' | 'secure'>) {
    const [id = '', signature = ''] = (cookies.get(nameOf(cookies)) ?? '').split('.');
    return uuidPattern.test(id) && signer.isSigned(id, signature) ? id : undefined;
  }

  return {
    /** The device's id, where we signed one. */
    known,

    /** Whoever reads: undefined for a device that has nothing here yet. A session that is over is said to be. */
    ownerOf(visitor: Visitor, cookies: Pick<Cookies, 'get' | 'secure'>): Owner | undefined {
      if (visitor.session) return { userId: visitor.session.userId };
      if (visitor.problem) throw new AppError(visitor.problem);
      const deviceId = known(cookies);
      return deviceId === undefined ? undefined : { deviceId };
    },

    /** Whoever begins something: a device gets its id now. */
    newOwner(visitor: Visitor, cookies: Cookies): Owner {
      const owner = this.ownerOf(visitor, cookies);
      if (owner) return owner;
      const deviceId = randomUUID();
      cookies.set(nameOf(cookies), `${deviceId}.${signer.sign(deviceId)}`, {
        path: '/',
        sameSite: 'lax',
        secure: cookies.secure,
        httpOnly: true,
        maxAge: keptSeconds,
      });
      return { deviceId };
    },
  };
}

/** For `where`, with the table's name or alias. What belongs to others is like what is not there. */
export const ownedBy = ({ userId, deviceId }: Owner, threads = sql`chat_threads`) =>
  userId === undefined ? sql`${threads}.device_id = ${deviceId}` : sql`${threads}.user_id = ${userId}`;
