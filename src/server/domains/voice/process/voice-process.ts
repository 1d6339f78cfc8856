import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openSpeechDetector } from '#engine/speech/silero.ts';
import { openChat } from '#server/domains/chat/chat.ts';
import type { EraserTools } from '#server/domains/eraser/tools.ts';
import { openBank } from '#server/domains/practice/bank.ts';
import { createQuota } from '#server/domains/quota/quota.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Keys } from '#server/ground/config/keys.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Telemetry } from '#server/ground/telemetry/telemetry.ts';
import { type Call, type CallParts, openCall } from '../call/call.ts';
import { createTicker } from '../call/ticker.ts';
import { warmUp } from '../call/warm-up.ts';
import { spokenNotices } from '../call/words.ts';
import { openSpeech } from '../speech/open-speech.ts';
import { createHandoverSigner, type Handover } from './handover.ts';
import { serveHandovers } from './internal-server.ts';
import { register } from './processes.ts';

export type VoiceParts = {
  config: Config;
  keys: Keys;
  database: Database;
  files: Files;
  eraserTools: EraserTools;
  log: Logger;
  telemetry?: Telemetry | undefined;
};

type TakeCallsOptions = { port?: number; insteadOf?: string | undefined };

/** How long calls may go on when the process is about to end. */
const graceMs = 8_000;

export type VoiceProcess = Awaited<ReturnType<typeof openVoiceProcess>>;

/**
 * Opens a voice process: it takes the calls that web processes hand over and publishes its speech services.
 */
export const openVoiceProcess = async (voiceParts: VoiceParts) =>
  (await prepareVoiceProcess(voiceParts)).takeCalls();

/** Prepares everything slow; the process is not registered until `takeCalls`. */
export async function prepareVoiceProcess(voiceParts: VoiceParts) {
  const { config, keys, database, files, eraserTools, log, telemetry } = voiceParts;
  const quota = createQuota(config.quota);
  const [speech, detector] = await Promise.all([
    openSpeech(config.speech, (problem, error) => log.warn({ err: error }, problem)),
    openSpeechDetector(),
    warmUp(config.voice),
  ]);
  const bank = openBank();
  const chat = await openChat({ config, keys, database, files, eraserTools, quota, bank, log, telemetry });
  const ticker = createTicker();
  const parts: CallParts = { config: config.voice, database, quota, chat, speech, detector, ticker, log };
  const calls = new Map<string, Call>();
  let starting = 0;
  let isClosing = false;

  async function take({ facts, sdp }: Handover): Promise<string> {
    // Web processes count capacity exactly; this check guards against miscounting.
    if (isClosing || calls.size + starting >= config.voice.capacity) throw new AppError('voiceBusy');
    if (calls.has(facts.callId)) throw new AppError('conflict');
    starting += 1;
    try {
      const call = await openCall(parts, facts, sdp, () => calls.delete(facts.callId));
      calls.set(facts.callId, call);
      return call.answer;
    } finally {
      starting -= 1;
    }
  }

  async function closeParts() {
    ticker.close();
    await chat.close();
    await Promise.all([speech.close(), detector.close()]);
  }

  /** `insteadOf` is the id of a process that has died. */
  async function takeCalls({ port = config.voice.internal.port, insteadOf }: TakeCallsOptions = {}) {
    const id = randomUUID();
    const server = await serveHandovers({
      host: config.voice.internal.host,
      port,
      seal: createHandoverSigner(keys.secret),
      log,
      take,
      end: async (callId) => calls.get(callId)?.end('ended'),
    });
    const registration = await register({
      database,
      quota,
      log,
      id,
      insteadOf,
      address: server.address,
      capacity: config.voice.capacity,
      speech: { voices: [...(speech.speaker?.voices ?? [])], languages: speech.recogniser?.languages ?? [] },
      calls: {
        uses: () => [...calls].map(([id, call]) => ({ id, usedSeconds: call.usedSeconds() })),
        drop: (id) => void calls.get(id)?.end('ended'),
      },
    });

    async function stopTakingCalls() {
      isClosing = true;
      await registration
        .drain()
        .catch((error) => log.warn({ err: error }, 'the voice process could not say that it ends'));
    }

    return {
      id,
      address: server.address,
      calls: () => calls.size,
      /** Takes no more calls and waits until the running ones end. */
      async retire() {
        await stopTakingCalls();
        while (calls.size + starting > 0) await sleep(1_000);
      },
      /** Takes no more calls, announces the end to the running ones, and ends them after a grace period. */
      async close({ grace = graceMs } = {}) {
        await stopTakingCalls();
        for (const call of calls.values()) void call.announce(spokenNotices[call.language].closing);
        const until = Date.now() + grace;
        while (calls.size > 0 && Date.now() < until) await sleep(50);
        await Promise.all([...calls.values()].map((call) => call.end('closing')));
        await server.close();
        await registration.close();
        await closeParts();
      },
    };
  }

  return { takeCalls, close: closeParts };
}
