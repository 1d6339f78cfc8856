import { testKey } from '../people.ts';

const key = testKey.toString('base64');

/** The keys for a server with an external database, and for commands on the same database. */
export const outsideKeys: Record<string, string> = { PHONE_KEYS: `k1:${key}`, SECRET_KEY: key };
