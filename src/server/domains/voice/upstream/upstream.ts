import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { systemMessage } from '#server/domains/chat/answering/prompt.ts';
import type { Chat } from '#server/domains/chat/chat.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { CallsConfig } from '#server/ground/config/voice-values.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { plainError } from '#server/ground/log/log.ts';
import type { ClosedReason } from '#shared/voice/events.ts';
import { sceneOf } from '#shared/voice/scenes.ts';
import { taskOf } from '#shared/voice/tasks.ts';
import {
  type Offer,
  type SpokenLanguage,
  spokenLanguages,
  type Voice,
  voiceLimits,
} from '#shared/voice/voice.ts';
import { answerLocale } from '../call/answering.ts';
import { createFreeTime } from '../call/free-time.ts';
import { createMeter } from '../call/meter.ts';
import { removeEmptyThread } from '../call/slices.ts';
import { endCall, type NewCall, placeUpstream, reportUse } from '../process/call-rows.ts';
import { createTranscript } from './transcript.ts';

type Endpoint = NonNullable<CallsConfig['upstream']>;
type Parts = {
  database: Database;
  quota: Quota;
  chat: Pick<Chat, 'helpFor'>;
  log: Pick<Logger, 'warn' | 'info'>;
};
type UpstreamCall = NewCall & { isNewThread: boolean };
type Watched = { socket: WebSocket; used: () => number; end: (reason: ClosedReason) => Promise<void> };

/** An SDP answer has a few kilobytes. */
const maxAnswerBytes = voiceLimits.offerBytes;
const reportMs = 5_000;

/**
 * Calls handled by a realtime endpoint. The page talks to it directly; this side only meters and settles. The
 * endpoint names the call in `Location`; a socket beside the call stays open as long as the call does, so
 * that its end is seen. A call that cannot be watched is charged its first slice and not metered further.
 */
export function createUpstreamCalls(endpoint: Endpoint, { database, quota, chat, log }: Parts) {
  const watched = new Map<string, Watched>();
  const headers = { authorization: `Bearer ${endpoint.apiKey}` };

  async function sendOffer(sdp: string, session: object) {
    const body = new FormData();
    body.set('sdp', sdp);
    body.set('session', JSON.stringify(session));
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        redirect: 'error',
        headers,
        body,
        signal: AbortSignal.timeout(endpoint.timeoutMs),
      });
      const text = await answer.text();
      if (!answer.ok || !text.startsWith('v=0') || text.length > maxAnswerBytes)
        throw new Error(`the realtime endpoint answered ${answer.status}`);
      return { text, id: idIn(answer.headers.get('location')) };
    } catch (error) {
      log.warn({ err: plainError(error) }, 'a call could not be passed on');
      throw new AppError('voiceUnavailable', { cause: error });
    }
  }

  const hangUp = async (upstreamId: string) => {
    if (upstreamId === '') return;
    await fetch(`${endpoint.url}/${upstreamId}/hangup`, {
      method: 'POST',
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(endpoint.timeoutMs),
    }).catch((error) => log.warn({ err: plainError(error) }, 'a call could not be hung up'));
  };

  /** Waits until the transcript is saved; a thread created for the call is deleted when empty. */
  async function finishThread({ threadId, isNewThread }: UpstreamCall, transcriptSaved?: Promise<void>) {
    try {
      await transcriptSaved;
      if (isNewThread) await removeEmptyThread(database.db, threadId);
    } catch (error) {
      log.warn({ err: plainError(error) }, 'what was said in a call could not be kept');
    }
  }

  function watch(call: UpstreamCall, upstreamId: string, seconds: number) {
    const { id: callId, userId, threadId, language } = call;
    const address = `${endpoint.url.replace(/^http/, 'ws').replace(/\/calls$/, '')}?call_id=${upstreamId}`;
    // The type declarations do not know the headers option; the WebSocket of Node accepts it.
    const socket = new WebSocket(address, { headers } as never);
    const beganAt = performance.now();
    const now = () => performance.now() - beganAt;
    const freeTime = createFreeTime();
    const used = () => Math.ceil((now() - freeTime.upTo(now())) / 1000);
    const transcript = createTranscript(database, threadId, {
      helpFor: (text) => chat.helpFor(text, answerLocale(language)),
      helped: () => freeTime.begin(now()),
    });
    socket.addEventListener('message', ({ data }) =>
      transcript
        .hear(data)
        .catch((error) => log.warn({ err: plainError(error) }, 'what was said in a call could not be kept')),
    );
    let ending: Promise<void> | undefined;
    const end = (reason: ClosedReason) => {
      ending ??= (async () => {
        clearInterval(timer);
        watched.delete(callId);
        const usedSeconds = used();
        await database.transaction((tx) => endCall(tx, quota, { id: callId, reason, usedSeconds }));
        await finishThread(call, transcript.end());
        // Also when the socket closed by itself: only the socket may have been cut. No call goes on
        // unwatched.
        await hangUp(upstreamId);
        socket.close();
      })().catch((error) => log.warn({ err: plainError(error) }, 'a call upstream could not be ended'));
      return ending;
    };
    const meter = createMeter({
      database,
      quota,
      log,
      callId,
      userId,
      seconds,
      used,
      // The page receives the events of the endpoint, not ours: it reads its remaining time from
      // `voice_list`.
      remaining() {},
      usedUp: () => void end('quota'),
    });
    const timer = setInterval(() => meter.tick(), 1_000);
    socket.addEventListener('close', () => void end('ended'));
    socket.addEventListener('error', () => void end('ended'));
    watched.set(callId, { socket, used, end });
    return meter.open();
  }

  async function report() {
    const uses = [...watched].map(([id, { used }]) => ({ id, usedSeconds: used() }));
    if (uses.length === 0) return;
    const live = await reportUse(database.db, uses);
    for (const { id } of uses) if (!live.has(id)) await watched.get(id)?.end('ended');
    await database.db.execute(sql`
      update voice_calls set watched_until = now() + interval '30 s'
      where id = any(${sql.param(uses.map(({ id }) => id))}::uuid[])`);
  }

  /** Ends calls whose watching process died: hangs up at the endpoint and settles by the last report. */
  async function sweep() {
    const { rows } = await database.db.execute<{ id: string; upstream_id: string }>(sql`
      select id, upstream_id from voice_calls
      where process_id is null and ended_at is null and watched_until < now()`);
    for (const { id, upstream_id } of rows) {
      const isOurs = await database.transaction((tx) => endCall(tx, quota, { id, reason: 'failed' }));
      if (isOurs) await hangUp(upstream_id);
    }
  }

  const reporting = setInterval(() => {
    report()
      .then(sweep)
      .catch((error) => log.warn({ err: plainError(error) }, 'what a call has used could not be reported'));
  }, reportMs);
  reporting.unref();

  return {
    voices: (): Voice[] =>
      spokenLanguages.flatMap((language) =>
        endpoint.voices.map((name) => ({
          id: `${name}@${language}`,
          name,
          language,
          is_basic: false,
          is_recognised: true,
        })),
      ),
    place: (tx: Tx, call: NewCall) => placeUpstream(tx, quota, call),
    async begin(call: UpstreamCall, seconds: number, offer: Offer, sdp: string) {
      const { text, id } = await sendOffer(sdp, sessionOf(endpoint, offer));
      if (id === '') {
        await database.transaction((tx) =>
          endCall(tx, quota, { id: call.id, reason: 'ended', usedSeconds: seconds }),
        );
        await finishThread(call);
        return text;
      }
      await database.db.execute(sql`update voice_calls set upstream_id = ${id} where id = ${call.id}`);
      await watch(call, id, seconds);
      return text;
    },
    /** Ends the call if it is watched here; otherwise hangs up, and the process that watches it notices. */
    async end(callId: string, upstreamId: string) {
      const here = watched.get(callId);
      if (here) await here.end('ended');
      else await hangUp(upstreamId);
    },
    async close() {
      clearInterval(reporting);
      await Promise.all([...watched.values()].map(({ end }) => end('closing')));
    },
  };
}

const idIn = (location: string | null) => /\/calls\/([\w-]{1,100})$/.exec(location ?? '')?.[1] ?? '';

const languageNames: Record<SpokenLanguage, string> = { en: 'English', cmn: 'Putonghua', yue: 'Cantonese' };

function sessionOf(
  { model, voices }: Endpoint,
  { voice, language, end_silence_ms, push_to_talk, mode, scene }: Offer,
) {
  const name = voice.split('@')[0] ?? '';
  return {
    type: 'realtime',
    model,
    instructions: [
      systemMessage({ systemMessage: '' }, answerLocale(language), null),
      `Speak ${languageNames[language]}. Use short spoken sentences.`,
      ...roleOf(mode, scene),
    ].join('\n'),
    audio: {
      input: {
        transcription: { model: 'gpt-4o-mini-transcribe' },
        turn_detection: push_to_talk
          ? null
          : { type: 'server_vad', silence_duration_ms: end_silence_ms, interrupt_response: true },
      },
      output: { voice: voices.includes(name) ? name : voices[0] },
    },
  };
}

function roleOf(mode: Offer['mode'], id: string): string[] {
  const scene = mode === 'realworld' ? sceneOf(id) : undefined;
  if (scene)
    return [
      `Role play: you are ${scene.partner.en}, the student is ${scene.student.en}. ${scene.setting.en} Begin with: ${scene.opening}`,
    ];
  const task = mode === 'assessment' ? taskOf(id) : undefined;
  return task
    ? [
        `Spoken examination practice. The task: ${task.prompt} Listen to the whole answer, then give short feedback.`,
      ]
    : [];
}
