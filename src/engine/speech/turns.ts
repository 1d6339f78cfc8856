/**
 * Detects when a turn of speech begins and ends: a state machine over the speech detector's probabilities. It
 * has no audio, clock or recogniser of its own.
 */

import type { Language } from './language.ts';
import { isRealWords } from './real-words.ts';
import { frameMs } from './sample-rates.ts';

/** All times in milliseconds. */
export type TurnSettings = {
  /** A frame is speech from `speechFrom` on and silence below `silenceBelow`; in between the previous state stays. */
  speechFrom: number;
  silenceBelow: number;
  /** Shorter sounds are a click, a cough or a chair. */
  leastSpeechMs: number;
  /** Speech after a silence counts from this length on: a breath does not restart the end-of-turn timeout. */
  leastResumeMs: number;
  /** Silence that ends a turn. Long, because learners think in the middle of sentences. */
  endSilenceMs: number;
  /** Silence after which the turn so far is recognised speculatively. */
  speculateAfterMs: number;
  /** Shorter silences are not pauses but breaths between two words. */
  leastPauseMs: number;
  longestTurnMs: number;
  /** While the tutor speaks: after each of these lengths of speech the turn so far is recognised. */
  probeMs: number;
  mostProbes: number;
};

export const defaultTurnSettings: TurnSettings = {
  speechFrom: 0.5,
  silenceBelow: 0.35,
  leastSpeechMs: 96,
  leastResumeMs: 64,
  endSilenceMs: 800,
  speculateAfterMs: 160,
  leastPauseMs: 200,
  longestTurnMs: 30_000,
  probeMs: 288,
  mostProbes: 6,
};

type Pause = { beganMs: number; endedMs: number };
type StopReason = 'silence' | 'committed' | 'longest';

export type TurnSignal =
  /** Speech was detected; it began a little earlier. */
  | { type: 'started'; beganMs: number }
  /** A short silence: recognise the audio so far; the result is final unless `resumed` follows. */
  | { type: 'speculate'; endedMs: number }
  | { type: 'resumed' }
  | { type: 'stopped'; beganMs: number; endedMs: number; pauses: Pause[]; reason: StopReason }
  /** The push-to-talk button was held and nothing was said. */
  | { type: 'dismissed' }
  /** The student speaks over the tutor: lower the tutor's voice, and recognise the speech on each `probe`. */
  | { type: 'duck' }
  | { type: 'probe' }
  /** The speech was words: stop the tutor. It was not words: restore the tutor's voice (`unduck`). */
  | { type: 'cancel' }
  | { type: 'unduck' };

type Turn = {
  beganMs: number;
  /** Later than `beganMs` where a button began the turn. */
  spokeFromMs: number;
  /** The end of the last speech. */
  endedMs: number;
  silentSinceMs: number | undefined;
  /** Speech within a silence, still too short to end it. */
  resumedMs: number;
  hasSpeculated: boolean;
  hasSpeech: boolean;
  pauses: Pause[];
  probes: number;
};

export function createTurns(overrides: Partial<TurnSettings> = {}) {
  let settings: TurnSettings = { ...defaultTurnSettings, ...overrides };
  let turn: Turn | undefined;
  /** Speech that may still be a click. */
  let candidate: { beganMs: number; spokenMs: number } | undefined;
  let isPushToTalk = false;
  let isHeld = false;
  let tutorSpeaks = false;
  let isDucked = false;

  const newTurn = (beganMs: number, hasSpeech: boolean): Turn => ({
    beganMs,
    spokeFromMs: beganMs,
    endedMs: beganMs,
    silentSinceMs: undefined,
    resumedMs: 0,
    hasSpeculated: false,
    hasSpeech,
    pauses: [],
    probes: 0,
  });

  function duck(): TurnSignal[] {
    if (!tutorSpeaks || isDucked) return [];
    isDucked = true;
    return [{ type: 'duck' }];
  }

  function stop(reason: StopReason): TurnSignal[] {
    if (!turn) return [];
    const { spokeFromMs: beganMs, endedMs, pauses, hasSpeech } = turn;
    turn = undefined;
    candidate = undefined;
    return hasSpeech ? [{ type: 'stopped', beganMs, endedMs, pauses, reason }] : [{ type: 'dismissed' }];
  }

  function listenForSpeech(probability: number, atMs: number): TurnSignal[] {
    if (probability < settings.silenceBelow) candidate = undefined;
    else if (probability >= settings.speechFrom) {
      candidate ??= { beganMs: atMs, spokenMs: 0 };
      candidate.spokenMs += frameMs;
    }
    if (!candidate || candidate.spokenMs < settings.leastSpeechMs) return [];
    turn = newTurn(candidate.beganMs, true);
    turn.endedMs = atMs + frameMs;
    candidate = undefined;
    return [{ type: 'started', beganMs: turn.beganMs }, ...duck()];
  }

  function continueTurn(current: Turn, probability: number, atMs: number): TurnSignal[] {
    const end = atMs + frameMs;
    const isSilent = current.silentSinceMs !== undefined || !current.hasSpeech;
    const isSpeech = probability >= (isSilent ? settings.speechFrom : settings.silenceBelow);
    const signals: TurnSignal[] = [];
    if (isSpeech) {
      current.resumedMs += frameMs;
      const isEnough = current.hasSpeech
        ? current.silentSinceMs === undefined || current.resumedMs >= settings.leastResumeMs
        : current.resumedMs >= settings.leastSpeechMs;
      if (isEnough) signals.push(...addSpeech(current, end));
    } else {
      current.resumedMs = 0;
      if (current.hasSpeech) current.silentSinceMs ??= atMs;
    }
    const silentMs = current.silentSinceMs === undefined ? 0 : end - current.silentSinceMs;
    if (silentMs >= settings.speculateAfterMs && !current.hasSpeculated) {
      current.hasSpeculated = true;
      signals.push({ type: 'speculate', endedMs: current.endedMs });
    }
    if (silentMs >= settings.endSilenceMs && !isHeld) signals.push(...stop('silence'));
    else if (end - current.beganMs >= settings.longestTurnMs) signals.push(...stopAtLongest(end));
    return signals;
  }

  function addSpeech(current: Turn, end: number): TurnSignal[] {
    const signals: TurnSignal[] = [];
    if (current.silentSinceMs !== undefined) {
      const resumedAt = end - current.resumedMs;
      if (resumedAt - current.silentSinceMs >= settings.leastPauseMs)
        current.pauses.push({ beganMs: current.silentSinceMs, endedMs: resumedAt });
      if (current.hasSpeculated) signals.push({ type: 'resumed' });
    }
    const isFirst = !current.hasSpeech;
    if (isFirst) current.spokeFromMs = end - current.resumedMs;
    current.hasSpeech = true;
    current.hasSpeculated = false;
    current.silentSinceMs = undefined;
    current.resumedMs = 0;
    current.endedMs = end;
    if (isFirst) signals.push(...duck());
    const isDue = end - current.spokeFromMs >= settings.probeMs * (current.probes + 1);
    if (isDucked && isDue && current.probes < settings.mostProbes) {
      current.probes += 1;
      signals.push({ type: 'probe' });
    }
    return signals;
  }

  /** While the button is held, the next turn begins where this one ends, so that no speech is lost. */
  function stopAtLongest(atMs: number): TurnSignal[] {
    const signals = stop('longest');
    if (!isHeld) return signals;
    turn = newTurn(atMs, false);
    return [...signals, { type: 'started', beganMs: atMs }];
  }

  return {
    /** `atMs` is when the frame began. */
    frame(probability: number, atMs: number): TurnSignal[] {
      if (turn) return continueTurn(turn, probability, atMs);
      return isPushToTalk ? [] : listenForSpeech(probability, atMs);
    },

    /** The button is pressed; a turn in progress continues and does not end by silence. */
    begin(atMs: number): TurnSignal[] {
      isHeld = true;
      if (turn) return [];
      candidate = undefined;
      turn = newTurn(atMs, false);
      return [{ type: 'started', beganMs: atMs }];
    },

    commit(): TurnSignal[] {
      isHeld = false;
      return stop('committed');
    },

    /** The tutor starts or stops speaking; a lowered voice is restored for the next answer. */
    tutor(speaks: boolean): TurnSignal[] {
      tutorSpeaks = speaks;
      if (speaks) return turn?.hasSpeech ? duck() : [];
      const wasDucked = isDucked;
      isDucked = false;
      return wasDucked ? [{ type: 'unduck' }] : [];
    },

    /** A transcript of speech over the tutor's voice. The last one of a turn is final and may be empty. */
    transcribed(transcript: string, language: Language, isFinal: boolean): TurnSignal[] {
      if (!isDucked) return [];
      const isWords = isRealWords(transcript, language);
      if (!isWords && !isFinal) return [];
      isDucked = false;
      return [{ type: isWords ? 'cancel' : 'unduck' }];
    },

    update(changed: Partial<TurnSettings> & { isPushToTalk?: boolean }): TurnSignal[] {
      const { isPushToTalk: requested = isPushToTalk, ...rest } = changed;
      settings = { ...settings, ...rest };
      const signals = requested !== isPushToTalk && !isHeld ? stop('committed') : [];
      isPushToTalk = requested;
      return signals;
    },

    isInTurn: () => turn !== undefined,
  };
}
