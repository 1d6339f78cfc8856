/** Sound in, turns out: cuts what arrives into frames, asks the speech detector, and keeps the sound of each turn. */

import type { Language } from './language.ts';
import type { Moonshine } from './moonshine.ts';
import { frameMs, frameSamples, heardRate } from './sample-rates.ts';
import type { SpeechDetector, SpeechStream } from './silero.ts';
import { createTurns, type TurnSettings, type TurnSignal, usualTurns } from './turns.ts';

/** A signal, and where something is to be recognised, the sound of the turn so far. */
export type Heard =
  | Exclude<TurnSignal, { type: 'speculate' | 'probe' | 'stopped' }>
  | (Extract<TurnSignal, { type: 'speculate' | 'probe' | 'stopped' }> & { samples: Float32Array });

/**
 * `push` takes mono samples at 16 kHz of any length, with the time of the first of them, and may be called before the last
 * call is answered: pieces are taken in order. Everything else answers at once.
 */
export function createListener(stream: SpeechStream, settings: Partial<TurnSettings> = {}) {
  const turns = createTurns(settings);
  const audio = createTurnAudio(settings.longestTurnMs ?? usualTurns.longestTurnMs);
  let rest = new Float32Array(0);
  let before: Promise<unknown> = Promise.resolve();

  function withSound(signals: TurnSignal[]): Heard[] {
    return signals.map((signal): Heard => {
      switch (signal.type) {
        case 'started':
          audio.begin(signal.beganMs);
          return signal;
        case 'speculate':
          return { ...signal, samples: audio.samples(signal.endedMs) };
        case 'probe':
          return { ...signal, samples: audio.samples() };
        case 'stopped': {
          const samples = audio.samples(signal.endedMs);
          audio.end();
          return { ...signal, samples };
        }
        case 'dismissed':
          audio.end();
          return signal;
        default:
          return signal;
      }
    });
  }

  async function take(piece: Float32Array, atMs: number): Promise<Heard[]> {
    const restMs = (rest.length / heardRate) * 1000;
    const all = new Float32Array(rest.length + piece.length);
    all.set(rest);
    all.set(piece, rest.length);
    const out: Heard[] = [];
    let at = 0;
    for (; at + frameSamples <= all.length; at += frameSamples) {
      const frame = all.slice(at, at + frameSamples);
      const frameAtMs = atMs - restMs + (at / heardRate) * 1000;
      const probability = await stream.probability(frame);
      audio.push(frame, frameAtMs);
      out.push(...withSound(turns.frame(probability, frameAtMs)));
    }
    rest = all.slice(at);
    return out;
  }

  return {
    push(piece: Float32Array, atMs: number): Promise<Heard[]> {
      const now = before.then(() => take(piece, atMs));
      before = now.catch(() => undefined);
      return now;
    },
    begin: (atMs: number) => withSound(turns.begin(atMs)),
    commit: () => withSound(turns.commit()),
    tutor: (speaks: boolean) => withSound(turns.tutor(speaks)),
    heard: (transcript: string, language: Language, isFinal: boolean) =>
      withSound(turns.heard(transcript, language, isFinal)),
    update: (changed: Parameters<typeof turns.update>[0]) => withSound(turns.update(changed)),
    isInTurn: turns.isInTurn,
  };
}

// The sound of a turn, with a little before it: speech is noticed only when its first sound is over.

const preRollMs = 320;
/**
 * Of the silence at the end so much is kept: recognisers lose a last word that is cut off sharply. No more than there is
 * when a guess is made, so that guess and turn are the same sound.
 */
const tailMs = 160;

type Frame = { atMs: number; samples: Float32Array };

function createTurnAudio(longestTurnMs: number) {
  let frames: Frame[] = [];
  let isKept = false;
  /** Speech is noticed late, and a turn is somewhat longer than its speech; nothing grows beyond this. */
  const mostFrames = Math.ceil((longestTurnMs + preRollMs + 4000) / frameMs);
  const idleFrames = Math.ceil((preRollMs + 500) / frameMs);

  const dropBefore = (ms: number) => {
    const first = frames.findIndex(({ atMs }) => atMs >= ms);
    frames = first === -1 ? [] : frames.slice(first);
  };

  return {
    push(samples: Float32Array, atMs: number) {
      frames.push({ atMs, samples });
      const most = isKept ? mostFrames : idleFrames;
      if (frames.length > most) frames.splice(0, frames.length - most);
    },
    /** From here on everything is kept. */
    begin(beganMs: number) {
      isKept = true;
      dropBefore(beganMs - preRollMs);
    },
    /** What there is, without silence at its end where that is known. */
    samples(endedMs = Number.POSITIVE_INFINITY): Float32Array<ArrayBuffer> {
      const kept = frames.filter(({ atMs }) => atMs < endedMs + tailMs);
      const all = new Float32Array(kept.length * frameSamples);
      for (const [i, frame] of kept.entries()) all.set(frame.samples, i * frameSamples);
      return all;
    },
    end() {
      isKept = false;
      frames = frames.slice(-idleFrames);
    },
    seconds: () => (frames.length * frameSamples) / heardRate,
  };
}

type SaidTurn = { beganMs: number; endedMs: number; text: string };

/** A whole recording: its turns as a call would find them, each recognised. */
export async function transcribeLong(
  samples: Float32Array,
  moonshine: Moonshine,
  detector: SpeechDetector,
): Promise<SaidTurn[]> {
  const listener = createListener(detector.openStream());
  const said: SaidTurn[] = [];
  const take = async (signals: readonly Heard[]) => {
    for (const signal of signals) {
      if (signal.type !== 'stopped') continue;
      const { beganMs, endedMs } = signal;
      const text = await moonshine.transcribe(signal.samples);
      if (text !== '') said.push({ beganMs, endedMs, text });
    }
  };
  const step = heardRate / 10;
  for (let at = 0; at < samples.length; at += step)
    await take(await listener.push(samples.subarray(at, at + step), (at / heardRate) * 1000));
  // The last frame may be incomplete: some silence makes it whole.
  await take(await listener.push(new Float32Array(step), (samples.length / heardRate) * 1000));
  await take(listener.commit());
  return said;
}
