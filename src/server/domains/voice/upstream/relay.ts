import { createHmac } from 'node:crypto';
import type { CallsConfig } from '#server/ground/config/voice-values.ts';
import { createSigner } from '#server/ground/http/signing.ts';

/**
 * Time-limited TURN credentials as coturn has them (`use-auth-secret`): the user name holds the expiry, and
 * the password is its HMAC under the secret shared with the relay. They allow relaying until then and reveal
 * nothing about the secret.
 */
export function createRelay({ urls, secret, ttlSeconds }: CallsConfig['relay'], key: Buffer) {
  const names = createSigner(key, 'relay user');
  return {
    isThere: urls.length > 0 && secret !== undefined,
    credentials(userId: number, now = Date.now()) {
      if (urls.length === 0 || secret === undefined)
        return { username: '', credential: '', ttl: ttlSeconds, urls: [] };
      // The log of the relay can tell two users apart but not identify them.
      const username = `${Math.floor(now / 1000) + ttlSeconds}:${names.sign(String(userId)).slice(0, 16)}`;
      const credential = createHmac('sha1', secret).update(username).digest('base64');
      return { username, credential, ttl: ttlSeconds, urls };
    },
  };
}
