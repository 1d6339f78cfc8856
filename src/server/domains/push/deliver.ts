import http from 'node:http';
import https from 'node:https';
import webpush from 'web-push';
import type { PushPayload } from '#shared/push.ts';
import { isAcceptable, type Reach } from './endpoint.ts';
import { publicLookup } from './public-address.ts';
import type { Subscription } from './subscriptions.ts';
import type { VapidKeys } from './vapid.ts';

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
