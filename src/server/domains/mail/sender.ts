import nodemailer from 'nodemailer';
import type { Config } from '#server/ground/config/config.ts';
import type { MailFrom, MailServer } from '#server/ground/config/mail-values.ts';

/** A mail as it is handed over. Everything but `to` is the same for whoever reads it. */
export type Mail = {
  to: string;
  /** The same at every attempt, so that a receiver can recognise a repetition. */
  id: string;
  subject: string;
  text: string;
  html: string;
  language: string;
  /** Where one click stops such mails (RFC 8058); undefined for what somebody has just asked for. */
  unsubscribeUrl?: string | undefined;
};

/** Resolves when the server took the mail. Throws `MailRefused` where a later attempt would end the same. */
export type MailSender = { send(mail: Mail, signal?: AbortSignal): Promise<void>; close(): void };
type Log = { info(details: object, text: string): void };

/** The server will not take this mail. It names codes only: what a server says may contain the address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  /** The mailbox does not exist: nothing will ever reach it. */
  readonly isMailboxGone: boolean;

  constructor(reason: string, isMailboxGone: boolean) {
    super(reason);
    this.isMailboxGone = isMailboxGone;
  }
}

/** Why a mail was not sent this time, without address or words of it. */
class MailNotSent extends Error {
  override name = 'MailNotSent';
}

type Timeouts = { connectMs: number; silenceMs: number; wholeMs: number };
const usualTimeouts: Timeouts = { connectMs: 10_000, silenceMs: 20_000, wholeMs: 60_000 };

/** The configured sender; undefined when there is none. */
export function createMailSender({ mail, demo }: Config, log: Log): MailSender | undefined {
  if (mail.server) return smtpSender(mail.server, mail.from);
  return demo ? consoleSender(log) : undefined;
}

/** For demo mode: logs the text without the address. */
const consoleSender = (log: Log): MailSender => ({
  async send({ subject, text }) {
    log.info({ subject, text }, 'a mail would be sent');
  },
  close() {},
});

export function smtpSender(server: MailServer, from: MailFrom, timeouts = usualTimeouts): MailSender {
  let pool: ReturnType<typeof openPool> | undefined;

  return {
    async send(mail, signal) {
      pool ??= openPool(server, timeouts);
      const used = pool;
      const deadline = AbortSignal.timeout(timeouts.wholeMs);
      const ended = signal ? AbortSignal.any([signal, deadline]) : deadline;
      try {
        await Promise.race([used.sendMail(messageOf(mail, from)), whenAborted(ended)]);
      } catch (error) {
        if (deadline.aborted && pool === used) {
          // A server that trickles its answers never falls silent: only closing frees the connection.
          pool = undefined;
          used.close({ force: true });
        }
        throw failureOf(error);
      }
    },
    close() {
      pool?.close();
      pool = undefined;
    },
  };
}

function openPool({ host, port, isTls, credentials, ca }: MailServer, timeouts: Timeouts) {
  return nodemailer.createTransport({
    pool: true,
    host,
    port,
    secure: isTls,
    // Credentials never travel unencrypted. A relay on this machine has no name that a certificate could prove.
    requireTLS: !isTls && credentials !== undefined,
    ignoreTLS: credentials === undefined && isThisMachine(host),
    ...(credentials && { auth: credentials }),
    ...(ca && { tls: { ca } }),
    maxConnections: 5,
    maxMessages: 100,
    // Whoever asked tries again, and counts it. Here it would be sent again at once, maybe a second time.
    maxRequeues: 0,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    idleTimeout: 30_000,
    // A mail of ours names no file or address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const isThisMachine = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

function messageOf({ to, id, subject, text, html, language, unsubscribeUrl }: Mail, from: MailFrom) {
  return {
    from,
    to: { name: '', address: to },
    subject: oneLine(subject),
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

const longestSubject = 150;

/** A line break in a subject would begin another header. */
function oneLine(text: string) {
  const line = text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
  const letters = [...line];
  return letters.length <= longestSubject ? line : `${letters.slice(0, longestSubject - 1).join('')}…`;
}

function whenAborted(signal: AbortSignal) {
  return new Promise<never>((_resolve, reject) => {
    const stop = () => reject(new MailNotSent('the mail server did not answer in time'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };

/**
 * 5xx for the receiver or the message is final. For log-in and sender it is about our settings, which somebody will mend:
 * it is tried again like 4xx and whatever happens to a connection.
 */
function failureOf(error: unknown) {
  if (error instanceof MailNotSent) return error;
  const { code = 'error', command = '', responseCode, response = '' } = error as SmtpError;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const said =
    responseCode === undefined
      ? `the mail server: ${code}`
      : `the mail server answered ${[responseCode, status].filter(Boolean).join(' ')}${command ? ` to ${command}` : ''}`;
  const isFinal =
    responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  if (!isFinal) return new MailNotSent(said);
  return new MailRefused(said, command === 'RCPT TO' && /^5\.1\.(1|2|3|6|10)$/.test(status ?? ''));
}
