import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#server/ground/http/errors.ts';
import { createSigner } from '#server/ground/http/signing.ts';
import { type CodeName, codes } from '#shared/codes/codes.ts';
import { locales } from '#shared/locale.ts';
import { spokenLanguages, voiceLimits, voiceModes } from '#shared/voice/voice.ts';

/** What a web process hands to a voice process: signed with a shared key, and valid for some seconds only. */
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

/** JSON escapes can make non-ASCII text longer. */
export const mostHandoverBytes = voiceLimits.offerBytes * 6 + 4096;
export const signatureHeader = 'x-mingshi-signed';
const lifetimeMs = 10_000;
/** Gathering addresses takes a moment, and the user is waiting. */
const handOverTimeoutMs = 12_000;
const endTimeoutMs = 3_000;

export type Seal = ReturnType<typeof createHandoverSigner>;

export function createHandoverSigner(secret: Buffer, now: () => number = Date.now) {
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
  timeoutMs: number,
) {
  return fetch(`${address}${path}`, {
    method,
    redirect: 'error',
    headers: { 'content-type': 'application/json', [signatureHeader]: seal.sign(`${method} ${path}`, body) },
    ...(body !== '' && { body }),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** Returns the SDP answer. Throws the problem reported by the voice process, or voiceUnavailable. */
export async function handOver(seal: Seal, address: string, handover: Handover): Promise<string> {
  const body = JSON.stringify(handover);
  let reply: { sdp?: string; problem?: string } | null;
  try {
    const answer = await send(seal, address, ['POST', '/calls'], body, handOverTimeoutMs);
    reply = (await answer.json()) as typeof reply;
  } catch (error) {
    throw new AppError('voiceUnavailable', { cause: error });
  }
  if (reply?.sdp) return reply.sdp;
  throw new AppError(isCode(reply?.problem) ? reply.problem : 'voiceUnavailable');
}

/** Connection refused: the process has died. */
export const isRefused = (error: unknown) =>
  error instanceof AppError && causes(error).some((cause) => cause.code === 'ECONNREFUSED');

function causes(error: Error): NodeJS.ErrnoException[] {
  return error.cause instanceof Error ? [error.cause, ...causes(error.cause)] : [];
}

const isCode = (name: string | undefined): name is CodeName =>
  name !== undefined && Object.hasOwn(codes, name);

/** False when the process cannot be reached: the call is then settled by its last report. */
export async function requestCallEnd(seal: Seal, address: string, callId: string): Promise<boolean> {
  try {
    const answer = await send(seal, address, ['DELETE', `/calls/${callId}`], '', endTimeoutMs);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
