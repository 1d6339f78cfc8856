import { createHmac, hkdfSync } from 'node:crypto';
import { addressGroups } from '#server/ground/http/address-groups.ts';
import type { Phone } from '#server/ground/phone/phone.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const scopes = ['number', 'prefix', 'address', 'network'] as const;
export type Scope = (typeof scopes)[number];
/** Today's hash first, which is the one to store; yesterday's still counts. */
export type Trace = Record<Scope, [today: Buffer, yesterday: Buffer]>;

export type SmsHashes = ReturnType<typeof createSmsHashes>;

/** Keyed hashes of numbers, addresses and codes. Without the key they cannot be found by brute force. */
export function createSmsHashes(secret: Buffer) {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `mingshi sms ${use}`, 32));
  const traceKey = derive('trace');
  const codeKey = derive('code');
  const requestKey = derive('request');
  const tagKey = derive('proof tag');
  const hmac = (key: Buffer, ...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();

  return {
    proofKey: derive('proof').toString('base64'),

    trace(phone: Phone, address: string, now = Date.now()): Trace {
      const groups = addressGroups(address);
      const day = Math.floor(now / dayMs);
      const ofBothDays = (scope: Scope, value: string): [Buffer, Buffer] => [
        hmac(traceKey, String(day), scope, value),
        hmac(traceKey, String(day - 1), scope, value),
      ];
      return {
        number: ofBothDays('number', phone.e164),
        prefix: ofBothDays('prefix', phone.e164.slice(0, -4)),
        address: ofBothDays('address', groups.address),
        network: ofBothDays('network', groups.network),
      };
    },

    request: (requestId: string) => hmac(requestKey, requestId),
    code: (requestId: string, phone: Phone, purpose: string, code: string) =>
      hmac(codeKey, requestId, phone.e164, purpose, code),
    /** Binds a challenge to the number it was requested for. */
    proofTag: (phone: Phone) => hmac(tagKey, phone.e164).toString('base64url').slice(0, 22),
  };
}
