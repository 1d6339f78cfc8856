import { createECDH, hkdfSync } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import webpush from 'web-push';
import type { Config } from '#server/ground/config/config.ts';
import type { Keys } from '#server/ground/config/keys.ts';
import type { PushPayload } from '#shared/push.ts';
import { isAcceptable, publicLookup, type Reach } from './endpoint.ts';
import type { Subscription } from './subscriptions.ts';

export type Sender = {
  vapid: VapidKeys;
  /** The address push services may contact about problems: mailto: or https:. */
  contact: string;
  reach: Reach;
};

type Message = { payload: PushPayload; topic: string; urgency: 'normal' | 'high' };

/** How long a push service stores a message it cannot deliver at once. */
const ttlSeconds = 2 * 24 * 60 * 60;
const timeoutMs = 10_000;

/**
 * Encrypts for one browser (RFC 8291), signs (RFC 8292), and posts it to the push service. Answers the HTTP
 * status.
 */
export function deliver(
  { vapid, contact, reach }: Sender,
  { endpoint, keys }: Subscription,
  { payload, topic, urgency }: Message,
  signal: AbortSignal,
): Promise<number> {
  if (!isAcceptable(endpoint, reach)) throw new Error('the endpoint is not one to send to');
  const { headers, body } = webpush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
    vapidDetails: { subject: contact, ...vapid },
    TTL: ttlSeconds,
    topic,
    urgency,
  });
  const url = new URL(endpoint);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: 'POST',
        headers: headers as http.OutgoingHttpHeaders,
        // The DNS name may resolve differently since it was checked, so the connection itself checks the
        // address.
        ...(reach === 'internet' && { lookup: publicLookup }),
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      },
      (response) => {
        // The response body is not needed, and may be endless.
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** The push settings, for the endpoints and the worker. */
export const pushSender = ({ push }: Config, { secret }: Keys): Sender => ({
  vapid: vapidKeysOf(secret),
  contact: push.contact,
  reach: push.anywhere ? 'anywhere' : 'internet',
});

/** The order of P-256 (FIPS 186-5); a private key lies between 0 and it. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * The VAPID key pair (RFC 8292). It is derived from the secret created at the first start: processes that
 * share the secret share the pair, and no copy of the database contains it.
 */
export function vapidKeysOf(secret: Buffer): VapidKeys {
  for (let turn = 0; ; turn += 1) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', `mingshi web push ${turn}`, 32));
    const value = BigInt(`0x${bytes.toString('hex')}`);
    // About one in four thousand million values is not a valid key.
    if (value === 0n || value >= order) continue;
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(bytes);
    return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
  }
}

/** Whether a browser's public key is a point on the curve; with another key every message would fail. */
export function isPoint(publicKey: string) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  try {
    pair.computeSecret(publicKey, 'base64url');
    return true;
  } catch {
    return false;
  }
}
