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
  /** Whom a push service may write to when something is wrong with what we send: mailto: or https:. */
  contact: string;
  reach: Reach;
};

type Message = { payload: PushPayload; topic: string; urgency: 'normal' | 'high' };

/** A push service keeps what it cannot deliver at once for this long. */
const keptSeconds = 2 * 24 * 60 * 60;
const timeoutMs = 10_000;

/** Encrypts for one browser (RFC 8291), signs (RFC 8292), and hands it to its push service. Answers the status. */
export function deliver(
  { vapid, contact, reach }: Sender,
  { endpoint, keys }: Subscription,
  { payload, topic, urgency }: Message,
  signal: AbortSignal,
): Promise<number> {
  if (!isAcceptable(endpoint, reach)) throw new Error('the endpoint is not one to send to');
  const { headers, body } = webpush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
    vapidDetails: { subject: contact, ...vapid },
    TTL: keptSeconds,
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
        // Where the name leads may have changed since it was looked at, so the connection itself looks.
        ...(reach === 'internet' && { lookup: publicLookup }),
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      },
      (response) => {
        // Whatever it has to say beyond the status is not wanted, and may be endless.
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** With whom and how far push messages go, for the calls and for the worker alike. */
export const pushSender = ({ push }: Config, { secret }: Keys): Sender => ({
  vapid: vapidKeysOf(secret),
  contact: push.contact,
  reach: push.anywhere ? 'anywhere' : 'internet',
});

/** The number of points of P-256 (FIPS 186-5); a private key lies between 0 and it. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * The pair the product proves itself with to push services (RFC 8292). It comes out of the secret that the first start
 * makes: processes that share the secret share the pair, and no copy of the database holds it.
 */
export function vapidKeysOf(secret: Buffer): VapidKeys {
  for (let turn = 0; ; turn += 1) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', `mingshi web push ${turn}`, 32));
    const value = BigInt(`0x${bytes.toString('hex')}`);
    // About one in four thousand million is no key.
    if (value === 0n || value >= order) continue;
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(bytes);
    return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
  }
}

/** Whether a browser's public key lies on the curve; one that does not would fail at every message. */
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
