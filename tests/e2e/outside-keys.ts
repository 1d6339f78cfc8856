import { testKey } from '../people.ts';

const key = testKey.toString('base64');

/** What a server with a database outside is given, and commands that work on the same. */
export const outsideKeys: Record<string, string> = { PHONE_KEYS: `k1:${key}`, SECRET_KEY: key };
