import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { locales } from '#shared/locale.ts';
import { filesAddress, filesPlace, type S3Settings } from '../files/place.ts';
import { type Endpoint, namedEndpoints } from './chat-values.ts';
import { mailEventsSecret, mailFrom, mailServer } from './mail-values.ts';
import { defaultQuota, kindPattern } from './quota-values.ts';
import { checkGateway, dialCodes, headerLines } from './sms-values.ts';
import { speechConfig, speechProblem, speechVariables } from './speech-values.ts';
import { callProblem, callsConfig, callVariables } from './voice-values.ts';

const units: Record<string, number> = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 };
const longestMs = 30 * 24 * 60 * 60_000;

/** An interval in minutes, hours or days. */
const timeSpan = z
  .string()
  .regex(/^[1-9]\d{0,4}[mhd]$/, 'must be a time such as 30m, 6h or 1d')
  .transform((value) => Number(value.slice(0, -1)) * (units[value.slice(-1)] as number))
  .refine((ms) => ms <= longestMs, 'must be 30 days at most');

/** Hours of the night by Hong Kong's clock; undefined for none. */
const quietHours = z
  .string()
  .regex(
    /^(none|([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)$/,
    'must be hours such as 22:30-07:30, or none',
  )
  .transform((value) => {
    const [from = '', until] = value.split('-');
    return until === undefined ? undefined : { from, until };
  });

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
const key32 = z
  .base64('must be 32 bytes in base64')
  .transform((value) => Buffer.from(value, 'base64'))
  .refine((bytes) => bytes.length === 32, 'must be 32 bytes in base64');
const namedKeys = commaList.pipe(
  z
    .array(
      z
        .string()
        .regex(/^[a-z0-9]+:/, 'must be a list of name:key')
        .transform((item) => ({
          id: item.slice(0, item.indexOf(':')),
          key: item.slice(item.indexOf(':') + 1),
        }))
        .pipe(z.object({ id: z.string(), key: key32 })),
    )
    .min(1)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'has two keys of one name'),
);
const amounts = commaList.pipe(
  z
    .array(
      z
        .string()
        .regex(/^[^=]+=\d{1,9}$/, 'must be a list of kind=number')
        .transform((item) => item.split('=') as [string, string])
        .refine(([kind]) => kindPattern.test(kind), 'must be a list of kind=number')
        .transform(([kind, amount]): [string, number] => [kind, Number(amount)]),
    )
    .transform((list) => Object.fromEntries(list)),
);
const databaseAddress = z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgresql:// address');
const origin = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));

/** Every environment variable the product reads. `.env.example` documents each one. */
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  FILES_URL: filesAddress.optional(),
  S3_ENDPOINT: origin.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_FORCE_PATH_STYLE: flag.prefault('0'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_LINKS: flag.prefault('0'),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY: timeSpan.prefault('1d'),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  BACKUP_KEY: key32.optional(),
  DEMO: flag.optional(),
  ROLES: commaList.pipe(z.array(z.enum(['web', 'worker', 'voice'])).min(1)).prefault('web,worker,voice'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PUBLIC_URL: origin.refine((value) => new URL(value).origin === value, 'must have no path').optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(9).default(0),
  CORS_ORIGINS: commaList.pipe(z.array(origin)).prefault(''),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(1200),
  LOCALES: commaList
    .pipe(z.array(z.enum(locales)).min(1))
    .refine((list) => list.includes('zh-Hant'), 'must include zh-Hant')
    .prefault('zh-Hant,en'),
  LOCALE_DETECTION: z.enum(['all', 'root']).default('all'),
  LOCALE_COOKIE_CROSS_ORIGIN: flag.prefault('0'),
  API_BASE: z.union([origin, z.literal('')]).default(''),
  API_AI_BASE: z.union([origin, z.literal('')]).default(''),
  ANALYTICS_CONTAINER_IDS: commaList
    .pipe(z.array(z.string().regex(/^(GTM|G)-[A-Z0-9]+$/, 'must look like GTM-ABC123 or G-ABC123')))
    .prefault(''),
  MAX_CHILDREN: z.coerce.number().int().min(1).max(50).default(5),
  MAX_PENDING_APPLICATIONS: z.coerce.number().int().min(1).max(1000).default(20),
  MAX_PENDING_INVITATIONS: z.coerce.number().int().min(1).max(1000).default(10),
  PHONE_KEYS: namedKeys.optional(),
  SECRET_KEY: key32.optional(),
  SMS_SENDER: z.enum(['console', 'http']).optional(),
  SMS_HTTP_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_HTTP_HEADERS: headerLines.prefault('{}'),
  SMS_HTTP_BODY: z.string().default('{"to":"{to}","from":"{sender}","text":"{text}"}'),
  SMS_HTTP_TIMEOUT_MS: z.coerce.number().int().min(100).max(15_000).default(5_000),
  SMS_SENDER_NAME: z
    .string()
    .regex(/^#[A-Za-z0-9][A-Za-z0-9 ._-]{1,9}$/, 'must be # and 2 to 10 letters or digits, as registered')
    .optional(),
  SMS_PRICE: z.coerce.number().int().min(1).max(10_000).default(40),
  SMS_DAILY_BUDGET: z.coerce.number().int().min(0).default(100_000),
  SMS_NOTICE_BUDGET: z.coerce.number().int().min(0).default(50_000),
  SMS_DIAL_CODES: commaList.pipe(dialCodes).prefault('852'),
  SMS_FREE_RATE: z.coerce.number().int().min(0).default(20),
  MAIL_URL: mailServer.optional(),
  MAIL_FROM: mailFrom.optional(),
  MAIL_EVENTS_SECRET: mailEventsSecret.optional(),
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or https: address')
    .optional(),
  PUSH_ANYWHERE: flag.prefault('0'),
  QUIET_HOURS: quietHours.prefault('22:30-07:30'),
  WEATHER_URL: z.url({ protocol: /^https?$/ }).optional(),
  QUOTA_FREE: amounts.prefault(defaultQuota.free),
  QUOTA_DAILY_MAX: amounts.prefault(defaultQuota.dailyMax),
  ERASER_THREADS: z.coerce.number().int().min(1).max(64).optional(),
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_API_KEY: z.string().min(1).optional(),
  AI_MODEL: z.string().min(1).optional(),
  AI_VISION: flag.prefault('0'),
  AI_TOOLS: flag.prefault('1'),
  AI_ENDPOINTS: namedEndpoints.prefault('{}'),
  AI_FIRST_TOKEN_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(20_000),
  AI_IDLE_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(30_000),
  AI_ANSWER_TIMEOUT_MS: z.coerce.number().int().min(1000).max(600_000).default(300_000),
  AI_BUILT_IN_WRITING_MS: z.coerce.number().int().min(0).max(60_000).default(2_000),
  AI_BREAKER_FAILURES: z.coerce.number().int().min(1).max(1_000_000).default(5),
  AI_DAILY_BUDGET: z.coerce.number().int().min(0).optional(),
  AI_TRIALS_PER_ADDRESS: z.coerce.number().int().min(0).max(100_000).default(30),
  ...speechVariables,
  DOMESTIC_CIDR_FILE: z.string().min(1).optional(),
  ...callVariables,
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: origin.optional(),
  QR_WEBSITE_URL: z.url().optional(),
  QR_WHATSAPP_URL: z.url().optional(),
  QR_WECHAT_URL: z.url().optional(),
});

export const variableNames = Object.keys(Environment.shape);

/** Variables whose value must not be printed or logged; database URLs contain a password. */
const secretVariables = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_KEY',
  'PHONE_KEYS',
  'SECRET_KEY',
  'SMS_HTTP_URL',
  'SMS_HTTP_HEADERS',
  'SMS_HTTP_BODY',
  'MAIL_URL',
  'MAIL_EVENTS_SECRET',
  'AI_BASE_URL',
  'AI_API_KEY',
  'AI_ENDPOINTS',
  'TURN_SECRET',
  'REALTIME_URL',
  'REALTIME_API_KEY',
  'STT_URL',
  'STT_API_KEY',
  'TTS_URL',
  'TTS_API_KEY',
]);

export type Config = ReturnType<typeof readConfig>;

/** Demo mode without a gateway: no SMS is sent, and the page shows the code itself. */
export const showsCodes = ({ demo, sms }: Pick<Config, 'demo' | 'sms'>) => demo && sms.sender === 'console';

/** Demo mode without a mail server: mails are logged, and the page shows the code itself. */
export const showsMailCodes = ({ demo, mail }: Pick<Config, 'demo' | 'mail'>) => demo && !mail.server;

/** Reads the environment, with .env for variables that are not set. */
export function loadConfig(): Config {
  const envFile = fileURLToPath(new URL('../../../../.env', import.meta.url));
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  return readConfig(process.env);
}

/** Parses the environment; throws a one-sentence error that names every invalid variable. */
export function readConfig(environment: Record<string, string | undefined>) {
  const provided = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(provided);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const value = secretVariables.has(name) ? '…' : provided[name];
      return `${name}=${value ?? ''} (${issue.message})`;
    });
    throw new ConfigError(`Wrong configuration: ${wrong.join('; ')}. See .env.example.`);
  }
  const env = parsed.data;
  const demo = env.DEMO ?? env.DATABASE_URL === undefined;
  const host = env.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0');
  const sms = {
    /** Undefined: no message can be sent, and requests for a code are refused. */
    sender: env.SMS_SENDER ?? (demo ? ('console' as const) : undefined),
    http: {
      url: env.SMS_HTTP_URL,
      headers: env.SMS_HTTP_HEADERS,
      body: env.SMS_HTTP_BODY,
      timeoutMs: env.SMS_HTTP_TIMEOUT_MS,
    },
    senderName: env.SMS_SENDER_NAME,
    priceCents: env.SMS_PRICE,
    dailyBudgetCents: env.SMS_DAILY_BUDGET,
    noticeBudgetCents: env.SMS_NOTICE_BUDGET,
    dialCodes: env.SMS_DIAL_CODES,
    freeRate: env.SMS_FREE_RATE,
  };
  const problem =
    checkGateway(sms, demo) ??
    ((env.DATABASE_DIRECT_URL || env.DATABASE_READ_URL) && !env.DATABASE_URL
      ? 'DATABASE_URL= (is needed with DATABASE_DIRECT_URL and DATABASE_READ_URL)'
      : undefined) ??
    ((env.S3_ACCESS_KEY_ID === undefined) !== (env.S3_SECRET_ACCESS_KEY === undefined)
      ? 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY (are given together or not at all)'
      : undefined) ??
    (env.AI_BASE_URL && !env.AI_MODEL ? 'AI_MODEL= (is needed with AI_BASE_URL)' : undefined) ??
    (Boolean(env.MAIL_URL) !== Boolean(env.MAIL_FROM)
      ? 'MAIL_URL and MAIL_FROM (are given together or not at all)'
      : undefined) ??
    callProblem(env) ??
    speechProblem(env) ??
    (env.PUSH_ANYWHERE && !demo ? 'PUSH_ANYWHERE=1 (is for tests, in demo mode only)' : undefined);
  if (problem) throw new ConfigError(`Wrong configuration: ${problem}. See .env.example.`);
  const dataDir = resolve(env.DATA_DIR);
  const s3 = s3Settings(env);
  return {
    port: env.PORT,
    host,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    /** Undefined: DATABASE_URL is PostgreSQL itself and not a pooler. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    /** Undefined: all reads go to the primary. */
    databaseReadUrl: env.DATABASE_READ_URL,
    files: filesPlace(env.FILES_URL, dataDir, s3),
    s3,
    backup: {
      /** Undefined: no scheduled backups. */
      dir: env.BACKUP_DIR === undefined ? undefined : resolve(env.BACKUP_DIR),
      everyMs: env.BACKUP_EVERY,
      keep: env.BACKUP_KEEP,
      key: env.BACKUP_KEY,
    },
    demo,
    roles: env.ROLES,
    drainMs: env.DRAIN_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    publicUrl: env.PUBLIC_URL,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    locales: env.LOCALES,
    localeDetection: env.LOCALE_DETECTION,
    localeCookieCrossOrigin: env.LOCALE_COOKIE_CROSS_ORIGIN,
    apiBase: env.API_BASE,
    apiAiBase: env.API_AI_BASE,
    analyticsContainerIds: env.ANALYTICS_CONTAINER_IDS,
    maxChildren: env.MAX_CHILDREN,
    interest: { applications: env.MAX_PENDING_APPLICATIONS, invitations: env.MAX_PENDING_INVITATIONS },
    phoneKeys: env.PHONE_KEYS,
    secretKey: env.SECRET_KEY,
    sms,
    mail: {
      /** Undefined: mails are written to the log in demo mode, and there is no e-mail otherwise. */
      server: env.MAIL_URL,
      from: env.MAIL_FROM ?? { name: '明師 Mingshi', address: 'nobody@mingshi.invalid' },
      /** Undefined: no service reports bounces. */
      eventsSecret: env.MAIL_EVENTS_SECRET,
    },
    push: {
      contact:
        env.PUSH_CONTACT ??
        (env.PUBLIC_URL?.startsWith('https:') ? env.PUBLIC_URL : 'mailto:nobody@mingshi.invalid'),
      anywhere: env.PUSH_ANYWHERE,
    },
    quietHours: env.QUIET_HOURS,
    weatherUrl: env.WEATHER_URL,
    quota: { free: env.QUOTA_FREE, dailyMax: env.QUOTA_DAILY_MAX },
    eraser: { threads: env.ERASER_THREADS ?? Math.min(4, availableParallelism()) },
    ai: {
      /** In the order in which they are tried; if empty, the built-in tutor answers. */
      endpoints: [...defaultEndpoint(env), ...env.AI_ENDPOINTS],
      firstTokenTimeoutMs: env.AI_FIRST_TOKEN_TIMEOUT_MS,
      idleTimeoutMs: env.AI_IDLE_TIMEOUT_MS,
      answerTimeoutMs: env.AI_ANSWER_TIMEOUT_MS,
      builtInWritingMs: env.AI_BUILT_IN_WRITING_MS,
      breakerFailures: env.AI_BREAKER_FAILURES,
      /** In HK cents; undefined: no limit. */
      dailyBudgetCents: env.AI_DAILY_BUDGET,
      trialsPerAddress: env.AI_TRIALS_PER_ADDRESS,
      domesticCidrFile: env.DOMESTIC_CIDR_FILE,
    },
    voice: callsConfig(env, host),
    speech: speechConfig(env),
    telemetry: {
      /** Undefined: no Prometheus endpoint. */
      metrics:
        env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
      /** Undefined: no traces are sent. */
      collector: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    },
    qrTargets: {
      website: env.QR_WEBSITE_URL,
      whatsapp: env.QR_WHATSAPP_URL,
      wechat: env.QR_WECHAT_URL,
    },
  };
}

function s3Settings(env: z.output<typeof Environment>): S3Settings {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    pathStyle: env.S3_FORCE_PATH_STYLE,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    links: env.S3_LINKS,
  };
}

function defaultEndpoint(env: z.output<typeof Environment>): Endpoint[] {
  const {
    AI_BASE_URL: baseUrl,
    AI_API_KEY: apiKey,
    AI_MODEL: model,
    AI_VISION: vision,
    AI_TOOLS: tools,
  } = env;
  if (!baseUrl || !model) return [];
  return [{ name: 'default', baseUrl, apiKey, model, vision, tools, priceIn: 0, priceOut: 0 }];
}

export class ConfigError extends Error {
  override name = 'ConfigError';
}
