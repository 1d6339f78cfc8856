import { z } from 'zod';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const ports = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, 'must be a range such as 40000-40199')
  .transform((text) => text.split('-').map(Number) as [number, number])
  .refine(
    ([first, last]) => first >= 1024 && last <= 65_535 && first < last,
    'must be a range between 1024 and 65535',
  );

/** The environment variables for voice calls; `.env.example` documents each one. */
export const callVariables = {
  VOICE_CAPACITY: z.coerce.number().int().min(1).max(1000).default(10),
  VOICE_INTERNAL_HOST: z.string().min(1).default('127.0.0.1'),
  VOICE_INTERNAL_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  VOICE_PUBLIC_IP: z.union([z.ipv4(), z.ipv6()]).optional(),
  VOICE_UDP_PORTS: ports.optional(),
  TURN_URL: list
    .pipe(z.array(z.string().regex(/^turns?:[^\s,]+$/, 'must be a list of turn: addresses')))
    .prefault(''),
  TURN_SECRET: z.string().min(8).optional(),
  TURN_TTL: z.coerce.number().int().min(60).max(86_400).default(3600),
  REALTIME_URL: z.url({ protocol: /^https?$/ }).optional(),
  REALTIME_API_KEY: z.string().min(1).optional(),
  REALTIME_MODEL: z.string().min(1).default('gpt-realtime'),
  REALTIME_VOICES: list.pipe(z.array(z.string().regex(/^[\w-]{1,40}$/)).min(1)).prefault('marin,cedar'),
  REALTIME_TIMEOUT_MS: z.coerce.number().int().min(100).max(18_000).default(10_000),
};

const Variables = z.object(callVariables);
type Values = z.output<typeof Variables>;
export type CallsConfig = ReturnType<typeof callsConfig>;

export const callsConfig = (env: Values, host: string) => ({
  /** Concurrent calls per voice process. */
  capacity: env.VOICE_CAPACITY,
  internal: { host: env.VOICE_INTERNAL_HOST, port: env.VOICE_INTERNAL_PORT },
  publicIp: env.VOICE_PUBLIC_IP,
  udpPorts: env.VOICE_UDP_PORTS,
  /** Served on this machine only, so the browser is here too and there may be no other network interface. */
  isLocal: host === '127.0.0.1' || host === 'localhost' || host === '::1',
  relay: { urls: env.TURN_URL, secret: env.TURN_SECRET, ttlSeconds: env.TURN_TTL },
  upstream:
    env.REALTIME_URL && env.REALTIME_API_KEY
      ? {
          url: env.REALTIME_URL.replace(/\/+$/, ''),
          apiKey: env.REALTIME_API_KEY,
          model: env.REALTIME_MODEL,
          voices: env.REALTIME_VOICES,
          timeoutMs: env.REALTIME_TIMEOUT_MS,
        }
      : undefined,
});

/** A problem with the combination of variables that are each valid on their own. */
export function callProblem(env: Values) {
  if (env.TURN_URL.length > 0 && !env.TURN_SECRET) return 'TURN_SECRET= (is needed with TURN_URL)';
  if (Boolean(env.REALTIME_URL) !== Boolean(env.REALTIME_API_KEY))
    return 'REALTIME_URL= (and REALTIME_API_KEY are given together)';
  return undefined;
}
