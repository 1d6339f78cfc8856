import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#server/ground/http/errors.ts';
import { createSigner } from '#server/ground/http/signing.ts';
import { type CodeName, codes } from '#shared/codes/codes.ts';
import { locales } from '#shared/locale.ts';
import { spokenLanguages, voiceLimits, voiceModes } from '#shared/voice/voice.ts';

/** What a web process hands to a voice process. Only processes with the same key can, and only for some seconds. */
export const Handover = z.object({
  facts: z.object({
    callId: z.uuid(),
    userId: z.int().min(1),
    address: z.string().max(64),
    locale: z.enum(locales),
    threadId: z.int().min(1),
    seconds: z.int().min(1),
    offer: z.object({
      mode: z.enum(voiceModes),
      voice: z.string().max(80),
      language: z.enum(spokenLanguages),
      end_silence_ms: z.int(),
      push_to_talk: z.boolean(),
      scene: z.string().max(40),
    }),
  }),
  sdp: z.string().max(voiceLimits.offerBytes),
});
export type Handover = z.infer<typeof Handover>;

/** JSON writes what is not plain ASCII longer. */
export const mostHandoverBytes = voiceLimits.offerBytes * 6 + 4096;
export const signatureHeader = 'x-mingshi-signed';
const lifetimeMs = 10_000;
/** Gathering addresses may take a moment; who waits for it is a person. */
const patienceMs = 12_000;
const endPatienceMs = 3_000;

export type Seal = ReturnType<typeof createSeal>;

export function createSeal(secret: Buffer, now: () => number = Date.now) {
  const signer = createSigner(secret, 'voice handover');
  const textOf = (request: string, expires: number, body: string) =>
    `${request} ${expires} ${createHash('sha256').update(body).digest('hex')}`;
  return {
    /** `request` is the method and the path. */
    sign(request: string, body: string) {
      const expires = now() + lifetimeMs;
      return `${expires}.${signer.sign(textOf(request, expires, body))}`;
    },
    isSigned(header: string, request: string, body: string) {
      const [expires = '', signature = ''] = header.split('.');
      const until = Number(expires);
      const isInTime = until > now() && until <= now() + 2 * lifetimeMs;
      return isInTime && signer.isSigned(textOf(request, until, body), signature);
    },
  };
}

async function send(
  seal: Seal,
  address: string,
  [method, path]: [string, string],
  body: string,
  patience: number,
) {
  return fetch(`${address}${path}`, {
    method,
    redirect: 'error',
    headers: { 'content-type': 'application/json', [signatureHeader]: seal.sign(`${method} ${path}`, body) },
    ...(body !== '' && { body }),
    signal: AbortSignal.timeout(patience),
  });
}

/** The answer to the offer. Throws what the voice process found wrong, or that it cannot be reached. */
export async function handOver(seal: Seal, address: string, handover: Handover): Promise<string> {
  const body = JSON.stringify(handover);
  let said: { sdp?: string; problem?: string } | null;
  try {
    const answer = await send(seal, address, ['POST', '/calls'], body, patienceMs);
    said = (await answer.json()) as typeof said;
  } catch (error) {
    throw new AppError('voiceUnavailable', { cause: error });
  }
  if (said?.sdp) return said.sdp;
  throw new AppError(isCode(said?.problem) ? said.problem : 'voiceUnavailable');
}

/** Nobody listens there: the process has died. */
export const isRefused = (error: unknown) =>
  error instanceof AppError && causes(error).some((cause) => cause.code === 'ECONNREFUSED');

function causes(error: Error): NodeJS.ErrnoException[] {
  return error.cause instanceof Error ? [error.cause, ...causes(error.cause)] : [];
}

const isCode = (name: string | undefined): name is CodeName =>
  name !== undefined && Object.hasOwn(codes, name);

/** False where the process cannot be reached: it is then ended by what it last reported. */
export async function askToEnd(seal: Seal, address: string, callId: string): Promise<boolean> {
  try {
    const answer = await send(seal, address, ['DELETE', `/calls/${callId}`], '', endPatienceMs);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
