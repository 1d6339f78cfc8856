import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { allAssistants, checkOffered, shownAssistant } from '#server/domains/chat/assistants.ts';
import type { Chat } from '#server/domains/chat/chat.ts';
import { retryOnUniqueViolation } from '#server/domains/chat/thread/lock-thread.ts';
import { createThread, readThread } from '#server/domains/chat/thread/threads.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Keys } from '#server/ground/config/keys.ts';
import type { Database } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Visitor, VisitorFor } from '#server/ground/http/visitor.ts';
import { plainError } from '#server/ground/log/log.ts';
import { type Offer, type SpokenLanguage, spokenLanguages, type VoiceList } from '#shared/voice/voice.ts';
import { answerLocale } from './call/answering.ts';
import { cleanOffer } from './call/offer.ts';
import { removeEmptyThread } from './call/slices.ts';
import { endCall, liveCallOf, type NewCall, placeCall } from './process/call-rows.ts';
import { createHandoverSigner, handOver, isRefused, requestCallEnd } from './process/handover.ts';
import { availableSpeech, markProcessDead } from './process/processes.ts';
import { createRelay } from './upstream/relay.ts';
import { createUpstreamCalls } from './upstream/upstream.ts';

type Options = {
  config: Config;
  keys: Keys;
  database: Database;
  quota: Quota;
  chat: Chat;
  log: Pick<Logger, 'warn' | 'info'>;
};
type Caller = VisitorFor<'aiUser'>;

/** Retries are short enough that the caller hardly notices. */
const maxAttempts = 6;
const retryDelayMs = 200;
const isBusy = (error: unknown) => error instanceof AppError && error.code === 'voiceBusy';

export type VoiceGateway = ReturnType<typeof openVoice>;

/**
 * The web server's side of calls: who may call, which voice process takes the call, and the hand-over. The
 * calls themselves run in voice processes.
 */
export function openVoice({ config, keys, database, quota, chat, log }: Options) {
  const { db } = database;
  const seal = createHandoverSigner(keys.secret);
  const relay = createRelay(config.voice.relay, keys.secret);
  const upstream =
    config.voice.upstream && createUpstreamCalls(config.voice.upstream, { database, quota, chat, log });

  /** One call per user: an earlier call is ended and settled by the process that runs it. */
  async function endEarlierCall(userId: number) {
    const live = await liveCallOf(db, userId);
    if (!live) return;
    if (live.address !== null) await requestCallEnd(seal, live.address, live.id);
    else if (upstream) await upstream.end(live.id, live.upstreamId);
    // Does nothing when it was settled already; otherwise settles by the last report.
    await database.transaction((tx) => endCall(tx, quota, { id: live.id, reason: 'ended' }));
  }

  /** The thread that the call joins, owned by the caller; or a new one. */
  async function threadFor(
    { session, address }: Caller,
    { thread_id, assistant_id }: Offer,
  ): Promise<{ threadId: number; isNew: boolean }> {
    const owner = { userId: session.userId };
    if (thread_id !== undefined)
      return { threadId: (await readThread(db, owner, thread_id)).id, isNew: false };
    const isDomestic = chat.isDomestic(address);
    const assistant =
      assistant_id === undefined
        ? (await allAssistants(db)).find((one) => one.isShown && !(isDomestic && one.isHiddenDomestic))
        : await shownAssistant(db, assistant_id, isDomestic);
    if (!assistant) throw new AppError('assistantUnavailable');
    checkOffered(assistant, isDomestic);
    const { id } = await database.transaction((tx) =>
      createThread(tx, owner, { assistantId: assistant.id, title: '' }),
    );
    return { threadId: id, isNew: true };
  }

  async function begin(visitor: Caller, offer: Offer, sdp: string): Promise<string> {
    // Checked before anything is reserved or created: a call that cannot be paid or taken leaves no thread
    // behind.
    await checkAllowance(visitor.session.userId);
    if (!upstream && (await availableSpeech(db)) === undefined) throw new AppError('voiceUnavailable');
    const { threadId, isNew } = await threadFor(visitor, offer);
    for (let attempt = 1; ; attempt++) {
      try {
        return await beginIn({ threadId, isNew }, visitor, offer, sdp);
      } catch (error) {
        // The voice process had just died: another one, or its replacement shortly after, takes the call.
        const isTransient = isRefused(error) || (attempt > 1 && isBusy(error));
        if (!isTransient || attempt === maxAttempts) {
          // A refused call leaves no empty thread behind.
          if (isNew) await removeEmptyThread(db, threadId).catch(logNotRemoved);
          throw error;
        }
        await sleep(retryDelayMs);
      }
    }
  }

  const logNotRemoved = (problem: unknown) =>
    log.warn({ err: plainError(problem) }, 'an empty conversation could not be removed');

  async function beginIn(
    { threadId, isNew }: { threadId: number; isNew: boolean },
    visitor: Caller,
    offer: Offer,
    sdp: string,
  ): Promise<string> {
    const { thread_id: _, assistant_id: __, ...rest } = offer;
    const { userId } = visitor.session;
    const call: NewCall = { id: randomUUID(), userId, threadId, mode: offer.mode, language: offer.language };
    const placed = await retryOnUniqueViolation(async () => {
      await endEarlierCall(userId);
      return upstream
        ? { address: undefined, ...(await database.transaction((tx) => upstream.place(tx, call))) }
        : database.transaction((tx) => placeCall(tx, quota, call));
    });
    try {
      if (placed.address === undefined)
        return await (upstream as NonNullable<typeof upstream>).begin(
          { ...call, isNewThread: isNew },
          placed.seconds,
          offer,
          sdp,
        );
      const facts = {
        callId: call.id,
        userId,
        address: visitor.address,
        locale: visitor.locale,
        threadId,
        seconds: placed.seconds,
        offer: rest,
      };
      return await handOver(seal, placed.address, { facts, sdp });
    } catch (error) {
      await database
        .transaction((tx) => endCall(tx, quota, { id: call.id, reason: 'failed', usedSeconds: 0 }))
        .catch((problem) => log.warn({ err: plainError(problem) }, 'a call that failed could not be ended'));
      if (placed.address !== undefined && isRefused(error)) await markProcessDead(db, placed.processId);
      throw error;
    }
  }

  async function checkAllowance(userId: number) {
    const { is_unlimited, usable_count } = await quota.allowanceOf(db, userId, 'voice');
    const live = await liveCallOf(db, userId);
    // The seconds reserved by the call about to end are released first.
    if (!is_unlimited && usable_count < 1 && !live)
      throw new AppError('quotaUsedUp', { details: { remaining: 0 } });
  }

  return {
    relay,
    answer: (visitor: Caller, offer: Offer, text: string) => begin(visitor, offer, cleanOffer(text)),

    /** Asked by a page whose call is passed on: our own calls are looked at where they are answered. */
    async help({ text, language }: { text: string; language: SpokenLanguage }) {
      const found = await chat.helpFor(text, answerLocale(language));
      return { help: found?.part.data ?? null };
    },

    async list({ session }: Visitor): Promise<VoiceList> {
      const speech = upstream ? undefined : await availableSpeech(db);
      const allowance = session && (await quota.allowanceOf(db, session.userId, 'voice'));
      const languages = speech?.languages ?? [];
      const list = upstream
        ? upstream.voices()
        : (speech?.voices ?? []).map((voice) => ({
            ...voice,
            is_recognised: languages.includes(voice.language),
          }));
      const missing: VoiceList['missing'] = upstream
        ? []
        : [
            ...(speech ? [] : (['server'] as const)),
            ...(speech && speech.voices.length === 0 ? (['speaker'] as const) : []),
            ...(speech && !spokenLanguages.some((one) => languages.includes(one))
              ? (['recogniser'] as const)
              : []),
            ...(relay.isThere ? [] : (['relay'] as const)),
          ];
      return {
        list,
        is_upstream: upstream !== undefined,
        missing,
        voice_limit: allowance?.is_unlimited ? -1 : (allowance?.total_count ?? 0),
        used_voice: allowance ? allowance.total_count - allowance.remaining_count : 0,
      };
    },
    close: async () => upstream?.close(),
  };
}
