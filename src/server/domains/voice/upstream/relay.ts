import { createHmac } from 'node:crypto';
import type { CallsConfig } from '#server/ground/config/voice-values.ts';
import { createSigner } from '#server/ground/http/signing.ts';

/**
 * What coturn calls time-limited credentials (`use-auth-secret`): the user name says until when, and the password is its
 * HMAC under the secret that the relay knows too. Who has them can relay until then, and learns nothing of the secret.
 */
export function createRelay({ urls, secret, ttlSeconds }: CallsConfig['relay'], key: Buffer) {
  const names = createSigner(key, 'relay user');
  return {
    isThere: urls.length > 0 && secret !== undefined,
    credentials(userId: number, now = Date.now()) {
      if (urls.length === 0 || secret === undefined)
        return { username: '', credential: '', ttl: ttlSeconds, urls: [] };
      // The relay's log can tell two users apart, and nobody by it.
      const username = `${Math.floor(now / 1000) + ttlSeconds}:${names.sign(String(userId)).slice(0, 16)}`;
      const credential = createHmac('sha1', secret).update(username).digest('base64');
      return { username, credential, ttl: ttlSeconds, urls };
    },
  };
}
