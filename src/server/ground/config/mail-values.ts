import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A mail server that takes messages for others. */
export type MailServer = {
  host: string;
  port: number;
  /** TLS from the first byte (smtps); otherwise by STARTTLS. */
  isTls: boolean;
  credentials: { user: string; pass: string } | undefined;
  /** The certificate of a private authority, in PEM. */
  ca: string | undefined;
};

const shape = 'must be smtp://… or smtps://user:password@host:port';

/** MAIL_URL. The port is 465 for smtps, 587 with credentials and 25 without. */
export const mailServer = z.string().transform((text, context): MailServer => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname)) return refuse(shape);
  if (Boolean(url.username) !== Boolean(url.password))
    return refuse('has to have both user and password, or none');
  const { ca, ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || url.hash) return refuse('takes no setting but ?ca=FILE');
  const isTls = url.protocol === 'smtps:';
  const credentials = decoded(url);
  if (credentials === false) return refuse('has a user or password with a % that is not written %25');
  let pem: string | undefined;
  try {
    pem = ca === undefined ? undefined : readFileSync(ca, 'utf8');
  } catch {
    return refuse('names a file in ?ca= that cannot be read');
  }
  if (pem !== undefined && !pem.includes('-----BEGIN CERTIFICATE-----'))
    return refuse('names a file in ?ca= that is no certificate in PEM');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : isTls ? 465 : credentials ? 587 : 25,
    isTls,
    credentials,
    ca: pem,
  };
});

/** False where a percent sign stands for nothing. */
function decoded({ username, password }: URL) {
  if (!username) return undefined;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return false;
  }
}

/** MAIL_FROM: an address, or a name with the address in angle brackets. */
export const mailFrom = z
  .string()
  .regex(
    /^(?:[^<>"\p{Cc}]{1,80} )?<[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/u,
    'must be an address, or a name with <address>',
  )
  .transform((text) => {
    const [, name = '', address = text] = /^(?:(.+) )?<(.+)>$/.exec(text) ?? [];
    return { name: name.trim() || '明師 Mingshi', address };
  });
export type MailFrom = z.output<typeof mailFrom>;

/** A secret that the service which reports bounces sends with each report. */
export const mailEventsSecret = z.string().min(16, 'must have at least 16 characters');
