import { createHmac, hkdfSync } from 'node:crypto';
import { addressGroups } from '#server/ground/http/address-groups.ts';

export type Trace = Record<'person' | 'address' | 'network', Buffer>;

/** Keyed hashes of people, addresses, codes and links. Without the key they cannot be found by brute force. */
export function createMailHashes(secret: Buffer) {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `mingshi email ${use}`, 32));
  const [traceKey, codeKey, linkKey] = [derive('trace'), derive('code'), derive('link')];
  const hmac = (key: Buffer, ...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();

  return {
    person: (userId: number) => hmac(traceKey, 'person', String(userId)),
    trace(userId: number, email: string, address: string): Trace {
      return {
        person: this.person(userId),
        address: hmac(traceKey, 'address', email.toLowerCase()),
        network: hmac(traceKey, 'network', addressGroups(address).network),
      };
    },
    code: (userId: number, email: string, code: string) => hmac(codeKey, String(userId), email, code),
    link: (token: string) => hmac(linkKey, token),
  };
}
