import { Application, createEncoder, Signal } from 'libopus-wasm';
import type { Logger } from 'pino';
import type { SpeechDetector } from '#engine/speech/silero.ts';
import type { Chat } from '#server/domains/chat/chat.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { CallsConfig } from '#server/ground/config/voice-values.ts';
import type { Database } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { plainError } from '#server/ground/log/log.ts';
import { type CodeName, codes } from '#shared/codes/codes.ts';
import type { Locale } from '#shared/locale.ts';
import type { ClosedReason, EventError, ServerEvent } from '#shared/voice/events.ts';
import type { Offer } from '#shared/voice/voice.ts';
import { createConversation } from '../modes/modes.ts';
import type { SpeechServices } from '../ports.ts';
import { endCall } from '../process/call-rows.ts';
import { createAnswering } from './answering.ts';
import { openAudioInput } from './audio-input.ts';
import { createEventReader } from './client-events.ts';
import { createFreeTime } from './free-time.ts';
import { createMeter } from './meter.ts';
import { openPeer, type Peer } from './peer.ts';
import { createSpeechOutput } from './speech-output.ts';
import type { Ticker } from './ticker.ts';
import { createTranscription } from './transcription.ts';
import { spokenNotices } from './words.ts';

/** What a web process hands over: the caller, and what it has checked and reserved. */
export type CallFacts = {
  callId: string;
  userId: number;
  address: string;
  locale: Locale;
  threadId: number;
  /** Seconds already reserved. */
  seconds: number;
  offer: Omit<Offer, 'thread_id' | 'assistant_id'>;
};

export type CallParts = {
  config: CallsConfig;
  database: Database;
  quota: Quota;
  chat: Chat;
  speech: SpeechServices;
  detector: SpeechDetector;
  ticker: Ticker;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
};

/**
 * After this many frames of 20 ms (4.5 s) without a packet the client is gone; it is notified within five
 * seconds.
 */
const maxQuietFrames = 225;
/** Time limit for connecting. */
const connectTimeoutMs = 15_000;
/** Delay before closing, so that the page receives the reason. */
const closeDelayMs = 150;

export type Call = Awaited<ReturnType<typeof openCall>>;

/** One call, from the answer to its offer until it is settled. */
export async function openCall(
  parts: CallParts,
  facts: CallFacts,
  sdp: string,
  onEnded: (reason: ClosedReason) => void,
) {
  const { config, database, quota, chat, speech, detector, ticker, log } = parts;
  const { callId, userId, locale, offer, threadId } = facts;
  const { language } = offer;
  const beganAt = performance.now();
  const now = () => performance.now() - beganAt;
  let connectedMs: number | undefined;
  let lastPacketMs = 0;
  let ending: Promise<void> | undefined;
  let peer: Peer | undefined;

  const voice = voiceFor(speech, offer);
  const tell = (event: ServerEvent) => peer?.send(JSON.stringify(event));
  const errorOf = (code: CodeName): EventError => ({
    code: codes[code].code,
    message: codes[code].message[locale],
  });
  const failed = (error: unknown) => {
    if (ending) return;
    const code = error instanceof AppError ? error.code : 'voiceUnavailable';
    if (!(error instanceof AppError))
      log.warn({ err: plainError(error), call: callId }, 'a call met a problem');
    tell({ type: 'error', error: errorOf(code) });
  };

  const mouth = createSpeechOutput({ speaker: speech.speaker, voice, language });
  const freeTime = createFreeTime();
  const answering = createAnswering({
    chat,
    mouth,
    asker: { userId, address: facts.address, threadId, language },
    now,
    tell,
    speaks: (speaks) => ears.tutor(speaks),
    failed,
    helped: () => freeTime.begin(now()),
  });
  const hearing = createTranscription({
    recogniser: speech.recogniser,
    language,
    tell,
    notUnderstood: () => errorOf('notUnderstood'),
    recognised: (transcript, isFinal) => ears.recognised(transcript, language, isFinal),
    isTutorSpeaking: answering.isSpeaking,
    duck: mouth.duck,
    unduck: mouth.unduck,
    cancel: () => void answering.cancel(),
    said: (turn) => conversation.said(turn),
    failed,
  });
  const ears = await openAudioInput({
    stream: detector.openStream(),
    settings: { endSilenceMs: offer.end_silence_ms },
    now,
    heard: hearing.take,
    failed,
  });
  const conversation = createConversation({
    offer,
    locale,
    tell,
    ask: (text, guise, clientKey) => void answering.ask(text, { guise, ...(clientKey && { clientKey }) }),
    say: (text) => void answering.say(() => text),
    currentResponse: answering.currentId,
    begin: ears.begin,
    commit: ears.commit,
    settled: hearing.settled,
  });
  const encoder = await createEncoder({
    channels: 1,
    sampleRate: 48_000,
    application: Application.Voip,
    signal: Signal.Voice,
    bitrate: 32_000,
    complexity: 5,
    fec: true,
    packetLossPercent: 5,
  });

  /**
   * Seconds up to the last received packet: the silence before a call is given up is neither charged nor
   * reported, nor is the time in which a child in need is answered.
   */
  const used = () =>
    connectedMs === undefined
      ? 0
      : Math.ceil(Math.max(0, lastPacketMs - connectedMs - freeTime.upTo(lastPacketMs)) / 1000);
  const meter = createMeter({
    database,
    quota,
    log,
    callId,
    userId,
    seconds: facts.seconds,
    used,
    remaining(remaining_seconds, isWarning) {
      tell({ type: 'quota', remaining_seconds, is_warning: isWarning });
      if (isWarning)
        void answering.announce(
          () => spokenNotices[language].secondsLeft(Math.max(0, meter.left())),
          remaining_seconds <= 10,
        );
    },
    usedUp: () => void end('quota'),
  });

  let wasSilent = true;
  let lastCheckAt = beganAt;
  let quietFrames = 0;
  const stopTicking = ticker.add((frame, nowMs) => {
    ears.tick();
    const sound = mouth.frame();
    if (sound && connectedMs !== undefined) peer?.sendFrame(encoder.encodeFloat(sound), frame, wasSilent);
    wasSilent = sound === undefined;
    if (connectedMs !== undefined) quietFrames += 1;
    if (quietFrames > maxQuietFrames) return void end('silent');
    if (nowMs - lastCheckAt < 1_000) return;
    lastCheckAt = nowMs;
    everySecond(nowMs - beganAt);
  });

  function everySecond(atMs: number) {
    if (peer?.isOverrun()) return void end('failed');
    if (connectedMs !== undefined) meter.tick();
    else if (atMs > connectTimeoutMs) void end('unreachable');
  }

  const read = createEventReader(now);
  function handleMessage(text: string) {
    const result = read(text);
    if ('flood' in result) return void end('failed');
    if ('refused' in result) {
      // A client that sends too much does not get an answer to every message.
      if (result.refused === 'badInput') tell({ type: 'error', error: errorOf(result.refused) });
      return;
    }
    const { event } = result;
    if (event.type === 'session.end') void end('ended');
    else if (event.type === 'response.cancel') void answering.cancel();
    else if (event.type === 'session.update') {
      const { end_silence_ms: endSilenceMs, push_to_talk: isPushToTalk, is_muted: isMuted } = event;
      ears.update({
        ...(endSilenceMs !== undefined && { endSilenceMs }),
        ...(isPushToTalk !== undefined && { isPushToTalk }),
        ...(isMuted !== undefined && { isMuted }),
      });
    } else conversation.handleEvent(event);
  }

  function end(reason: ClosedReason) {
    ending ??= finish(reason, used());
    return ending;
  }

  async function finish(reason: ClosedReason, usedSeconds: number) {
    tell({ type: 'session.closed', reason });
    conversation.close();
    stopTicking();
    mouth.close();
    hearing.close();
    ears.close();
    encoder.free();
    await answering.cancel();
    try {
      await database.transaction((tx) => endCall(tx, quota, { id: callId, reason, usedSeconds }));
    } catch (error) {
      // The sweep of dead calls settles it by the last report.
      log.error({ err: plainError(error), call: callId }, 'a call could not be settled');
    }
    await new Promise((resolve) => setTimeout(resolve, closeDelayMs));
    await peer?.close();
    log.info({ call: callId, reason, seconds: usedSeconds }, 'a call ended');
    onEnded(reason);
  }

  function announceSession() {
    tell({
      type: 'session.created',
      session: {
        call_id: callId,
        thread_id: threadId,
        mode: offer.mode,
        language,
        voice,
        scene: offer.scene,
        is_recognised: speech.recogniser?.languages.includes(language) ?? false,
        remaining_seconds: meter.left(),
      },
    });
    conversation.opened();
  }

  try {
    // The page starts and ends an assessed answer.
    if (offer.push_to_talk || offer.mode === 'assessment') ears.update({ isPushToTalk: true });
    await meter.open();
    peer = await openPeer(sdp, config, {
      connected() {
        connectedMs ??= now();
        lastPacketMs = now();
      },
      lost: () => void end(connectedMs === undefined ? 'unreachable' : 'ended'),
      packet(sequence, packet) {
        lastPacketMs = now();
        quietFrames = 0;
        ears.packet(sequence, packet);
      },
      open: announceSession,
      message: handleMessage,
    });
  } catch (error) {
    stopTicking();
    ears.close();
    encoder.free();
    throw error;
  }

  return {
    answer: peer.answer,
    usedSeconds: used,
    end,
    announce: (text: string) => answering.announce(() => text, true),
    language,
  };
}

function voiceFor({ speaker }: SpeechServices, { voice, language }: Pick<Offer, 'voice' | 'language'>) {
  const voices = speaker?.voices ?? [];
  const requested = voices.find(({ id }) => id === voice);
  return (requested ?? voices.find((one) => one.language === language) ?? voices[0])?.id ?? '';
}
