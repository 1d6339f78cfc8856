import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/ground/config/config.ts';
import { fillTemplate, type GatewayConfig, templateKind } from '#server/ground/config/sms-values.ts';
import type { Phone } from '#server/ground/phone/phone.ts';

export type Message = {
  to: Phone;
  text: string;
  /** The same at every attempt, so that a gateway can recognise a repetition. */
  key?: string;
};
/** Resolves when the gateway has accepted the message. Its errors contain neither the number nor the text. */
export type SmsSender = { send(message: Message, signal?: AbortSignal): Promise<void> };
type Log = { info(details: object, text: string): void };

/** The configured sender; undefined when there is none. */
export function createSender(config: Config, log: Log): SmsSender | undefined {
  if (config.sms.sender === 'http') return httpSender(config.sms);
  // The configuration already refuses the console sender outside demo mode; this is a second check.
  return config.sms.sender === 'console' && config.demo ? consoleSender(log) : undefined;
}

/** For demo mode: logs the text without the number. */
const consoleSender = (log: Log): SmsSender => ({
  async send({ text }) {
    log.info({ text }, 'a message would be sent');
  },
});

/** The pauses before each retry. */
const pausesMs = [300, 900];
/** The overall timeout: the user is waiting for the answer. */
const overallTimeoutMs = 15_000;
const longestRetryAfterMs = 2_000;

/** Why a message was not sent. It contains no URL, header or body: they hold keys, numbers and codes. */
export class GatewayError extends Error {
  override name = 'GatewayError';
  /** Whether no later attempt can succeed, and whether the message may have gone out all the same. */
  readonly about: { isFinal?: boolean; mayBeSent?: boolean };

  constructor(message: string, about: GatewayError['about'] = {}) {
    super(message);
    this.about = about;
  }
}

type Outcome = { sent: true } | { sent: false; again: boolean; error: GatewayError; pauseMs?: number };

/** Sends messages through a gateway's HTTP API. */
function httpSender({ http, senderName = '' }: GatewayConfig): SmsSender {
  const { url, headers, body, timeoutMs } = http;
  const kind = templateKind(headers);
  if (!url || !kind) throw new Error('the configuration lets no such gateway through');
  const contentType = kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const allHeaders = new Headers({ 'content-type': contentType, ...lowerCased(headers) });

  async function attempt(content: string, key: string | undefined, deadline: AbortSignal): Promise<Outcome> {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url as string, {
        method: 'POST',
        headers:
          key === undefined ? allHeaders : { ...Object.fromEntries(allHeaders), 'idempotency-key': key },
        body: content,
        // A redirect would send our API key to another server.
        redirect: 'manual',
        signal: AbortSignal.any([timeout, deadline]),
      });
      // The status decides: a body that breaks off after a 2xx must not send the message a second time.
      response.body?.cancel().catch(() => {});
      if (response.ok) return { sent: true };
      const again = response.status === 429 || response.status >= 500;
      const error = new GatewayError(`the SMS gateway answered ${response.status}`, { isFinal: !again });
      return { sent: false, again, error, ...retryAfter(response) };
    } catch (cause) {
      // A timeout is not a network error: the gateway has the request and may be sending the message.
      if (timeout.aborted || deadline.aborted)
        return {
          sent: false,
          again: false,
          error: new GatewayError('the SMS gateway did not answer in time', { mayBeSent: true }),
        };
      return { sent: false, again: true, error: new GatewayError(`the SMS gateway: ${reasonOf(cause)}`) };
    }
  }

  return {
    async send({ to, text, key }, signal) {
      const content = fillTemplate(body, kind, { to: to.e164, text, sender: senderName });
      const timeout = AbortSignal.timeout(overallTimeoutMs);
      const deadline = signal ? AbortSignal.any([timeout, signal]) : timeout;
      for (let tried = 0; ; tried++) {
        const outcome = await attempt(content, key, deadline);
        if (outcome.sent) return;
        const pause = pausesMs[tried];
        if (!outcome.again || pause === undefined || deadline.aborted) throw outcome.error;
        await sleep(Math.max(outcome.pauseMs ?? 0, pause * (0.75 + Math.random() / 2)));
      }
    },
  };
}

function retryAfter(response: Response): { pauseMs?: number } {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? { pauseMs: Math.min(seconds * 1000, longestRetryAfterMs) } : {};
}

function reasonOf(error: unknown) {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'no connection';
}

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
