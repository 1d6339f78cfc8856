/** Whose turn it is: a state machine over what the speech detector says, without sound, clock or recogniser of its own. */

import type { Language } from './language.ts';
import { isRealWords } from './real-words.ts';
import { frameMs } from './sample-rates.ts';

/** All times in milliseconds. */
export type TurnSettings = {
  /** From this probability on a frame is speech; below the other one it is silence; between, it stays what it was. */
  speechFrom: number;
  silenceBelow: number;
  /** Shorter is a click, a cough or a chair. */
  leastSpeechMs: number;
  /** Speech after silence counts when it lasts so long: a breath does not start the patience anew. */
  leastResumeMs: number;
  /** Silence that ends a turn. Learners think in the middle of sentences. */
  endSilenceMs: number;
  /** Silence after which it is worth recognising what was said so far. */
  speculateAfterMs: number;
  /** Shorter silence is no pause but a breath between two words. */
  leastPauseMs: number;
  longestTurnMs: number;
  /** Over the tutor's voice: how much speech is recognised first, and after how much more again. */
  probeMs: number;
  mostProbes: number;
};

export const usualTurns: TurnSettings = {
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
  /** Speech is there; it began a little before. */
  | { type: 'started'; beganMs: number }
  /** Silent for a moment: recognise what there is; it is the turn unless `resumed` comes. */
  | { type: 'speculate'; endedMs: number }
  | { type: 'resumed' }
  | { type: 'stopped'; beganMs: number; endedMs: number; pauses: Pause[]; reason: StopReason }
  /** The button was held and nothing said. */
  | { type: 'dismissed' }
  /** Somebody speaks over the tutor: the voice goes down, and what is said is recognised. */
  | { type: 'duck' }
  | { type: 'probe' }
  /** They were words: the tutor stops. Or they were none: the voice comes back. */
  | { type: 'cancel' }
  | { type: 'unduck' };

type Turn = {
  beganMs: number;
  /** Later than `beganMs` where a button began the turn. */
  spokeFromMs: number;
  /** The end of the last speech. */
  endedMs: number;
  silentSinceMs: number | undefined;
  /** Speech inside the silence, too short yet to end it. */
  resumedMs: number;
  hasSpeculated: boolean;
  hasSpeech: boolean;
  pauses: Pause[];
  probes: number;
};

export function createTurns(given: Partial<TurnSettings> = {}) {
  let settings: TurnSettings = { ...usualTurns, ...given };
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

  function goOn(now: Turn, probability: number, atMs: number): TurnSignal[] {
    const end = atMs + frameMs;
    const isSilent = now.silentSinceMs !== undefined || !now.hasSpeech;
    const isSpeech = probability >= (isSilent ? settings.speechFrom : settings.silenceBelow);
    const signals: TurnSignal[] = [];
    if (isSpeech) {
      now.resumedMs += frameMs;
      const isEnough = now.hasSpeech
        ? now.silentSinceMs === undefined || now.resumedMs >= settings.leastResumeMs
        : now.resumedMs >= settings.leastSpeechMs;
      if (isEnough) signals.push(...speak(now, end));
    } else {
      now.resumedMs = 0;
      if (now.hasSpeech) now.silentSinceMs ??= atMs;
    }
    const silentMs = now.silentSinceMs === undefined ? 0 : end - now.silentSinceMs;
    if (silentMs >= settings.speculateAfterMs && !now.hasSpeculated) {
      now.hasSpeculated = true;
      signals.push({ type: 'speculate', endedMs: now.endedMs });
    }
    if (silentMs >= settings.endSilenceMs && !isHeld) signals.push(...stop('silence'));
    else if (end - now.beganMs >= settings.longestTurnMs) signals.push(...stopAtLongest(end));
    return signals;
  }

  function speak(now: Turn, end: number): TurnSignal[] {
    const signals: TurnSignal[] = [];
    if (now.silentSinceMs !== undefined) {
      const resumedAt = end - now.resumedMs;
      if (resumedAt - now.silentSinceMs >= settings.leastPauseMs)
        now.pauses.push({ beganMs: now.silentSinceMs, endedMs: resumedAt });
      if (now.hasSpeculated) signals.push({ type: 'resumed' });
    }
    const isFirst = !now.hasSpeech;
    if (isFirst) now.spokeFromMs = end - now.resumedMs;
    now.hasSpeech = true;
    now.hasSpeculated = false;
    now.silentSinceMs = undefined;
    now.resumedMs = 0;
    now.endedMs = end;
    if (isFirst) signals.push(...duck());
    const isDue = end - now.spokeFromMs >= settings.probeMs * (now.probes + 1);
    if (isDucked && isDue && now.probes < settings.mostProbes) {
      now.probes += 1;
      signals.push({ type: 'probe' });
    }
    return signals;
  }

  /** Who holds the button and talks on loses nothing: the next turn begins where this one ends. */
  function stopAtLongest(atMs: number): TurnSignal[] {
    const signals = stop('longest');
    if (!isHeld) return signals;
    turn = newTurn(atMs, false);
    return [...signals, { type: 'started', beganMs: atMs }];
  }

  return {
    /** `atMs` is when the frame began. */
    frame(probability: number, atMs: number): TurnSignal[] {
      if (turn) return goOn(turn, probability, atMs);
      return isPushToTalk ? [] : listenForSpeech(probability, atMs);
    },

    /** The button goes down; a turn that is under way is held on. */
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

    /** What the tutor does; a voice that is down comes back for the next answer. */
    tutor(speaks: boolean): TurnSignal[] {
      tutorSpeaks = speaks;
      if (speaks) return turn?.hasSpeech ? duck() : [];
      const wasDucked = isDucked;
      isDucked = false;
      return wasDucked ? [{ type: 'unduck' }] : [];
    },

    /** What was recognised of speech over the tutor's voice. The last of a turn is final, and may be empty. */
    heard(transcript: string, language: Language, isFinal: boolean): TurnSignal[] {
      if (!isDucked) return [];
      const isWords = isRealWords(transcript, language);
      if (!isWords && !isFinal) return [];
      isDucked = false;
      return [{ type: isWords ? 'cancel' : 'unduck' }];
    },

    update(changed: Partial<TurnSettings> & { isPushToTalk?: boolean }): TurnSignal[] {
      const { isPushToTalk: wanted = isPushToTalk, ...rest } = changed;
      settings = { ...settings, ...rest };
      const signals = wanted !== isPushToTalk && !isHeld ? stop('committed') : [];
      isPushToTalk = wanted;
      return signals;
    },

    isInTurn: () => turn !== undefined,
  };
}
