/** Turns audio into turns of speech: cuts it into frames, runs the speech detector and stores each turn's audio. */

import type { Language } from './language.ts';
import type { Moonshine } from './moonshine.ts';
import { frameMs, frameSamples, recognitionRate } from './sample-rates.ts';
import type { SpeechDetector, SpeechStream } from './silero.ts';
import { createTurns, defaultTurnSettings, type TurnSettings, type TurnSignal } from './turns.ts';

/** A turn signal; those that ask for recognition carry the turn's audio so far. */
export type ListenerSignal =
  | Exclude<TurnSignal, { type: 'speculate' | 'probe' | 'stopped' }>
  | (Extract<TurnSignal, { type: 'speculate' | 'probe' | 'stopped' }> & { samples: Float32Array });

/**
 * `push` takes mono samples at 16 kHz, any number of them, and the time of the first. It may be called before
 * the previous call resolved: pieces are processed in order. All other methods are synchronous.
 */
export function createListener(stream: SpeechStream, settings: Partial<TurnSettings> = {}) {
  const turns = createTurns(settings);
  const audio = createTurnAudio(settings.longestTurnMs ?? defaultTurnSettings.longestTurnMs);
  let remainder = new Float32Array(0);
  let previous: Promise<unknown> = Promise.resolve();

  function withAudio(signals: TurnSignal[]): ListenerSignal[] {
    return signals.map((signal): ListenerSignal => {
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

  async function handle(piece: Float32Array, atMs: number): Promise<ListenerSignal[]> {
    const restMs = (remainder.length / recognitionRate) * 1000;
    const all = new Float32Array(remainder.length + piece.length);
    all.set(remainder);
    all.set(piece, remainder.length);
    const out: ListenerSignal[] = [];
    let at = 0;
    for (; at + frameSamples <= all.length; at += frameSamples) {
      const frame = all.slice(at, at + frameSamples);
      const frameAtMs = atMs - restMs + (at / recognitionRate) * 1000;
      const probability = await stream.probability(frame);
      audio.push(frame, frameAtMs);
      out.push(...withAudio(turns.frame(probability, frameAtMs)));
    }
    remainder = all.slice(at);
    return out;
  }

  return {
    push(piece: Float32Array, atMs: number): Promise<ListenerSignal[]> {
      const current = previous.then(() => handle(piece, atMs));
      previous = current.catch(() => undefined);
      return current;
    },
    begin: (atMs: number) => withAudio(turns.begin(atMs)),
    commit: () => withAudio(turns.commit()),
    tutor: (speaks: boolean) => withAudio(turns.tutor(speaks)),
    heard: (transcript: string, language: Language, isFinal: boolean) =>
      withAudio(turns.transcribed(transcript, language, isFinal)),
    update: (changed: Parameters<typeof turns.update>[0]) => withAudio(turns.update(changed)),
    isInTurn: turns.isInTurn,
  };
}

// The audio of a turn, with a little before it: speech is detected only after its first sound.

const preRollMs = 320;
/**
 * How much of the final silence is included: recognisers lose a last word that is cut off sharply. Not more
 * than exists at `speculate`, so that the speculative and the final audio are the same.
 */
const tailMs = 160;

type Frame = { atMs: number; samples: Float32Array };

function createTurnAudio(longestTurnMs: number) {
  let frames: Frame[] = [];
  let isRecording = false;
  /** Upper bound of memory: speech is detected late, and a turn is somewhat longer than its speech. */
  const mostFrames = Math.ceil((longestTurnMs + preRollMs + 4000) / frameMs);
  const idleFrames = Math.ceil((preRollMs + 500) / frameMs);

  const dropBefore = (ms: number) => {
    const first = frames.findIndex(({ atMs }) => atMs >= ms);
    frames = first === -1 ? [] : frames.slice(first);
  };

  return {
    push(samples: Float32Array, atMs: number) {
      frames.push({ atMs, samples });
      const most = isRecording ? mostFrames : idleFrames;
      if (frames.length > most) frames.splice(0, frames.length - most);
    },
    /** From here on all frames are stored. */
    begin(beganMs: number) {
      isRecording = true;
      dropBefore(beganMs - preRollMs);
    },
    /** The audio so far, without the final silence if its start is known. */
    samples(endedMs = Number.POSITIVE_INFINITY): Float32Array<ArrayBuffer> {
      const included = frames.filter(({ atMs }) => atMs < endedMs + tailMs);
      const all = new Float32Array(included.length * frameSamples);
      for (const [i, frame] of included.entries()) all.set(frame.samples, i * frameSamples);
      return all;
    },
    end() {
      isRecording = false;
      frames = frames.slice(-idleFrames);
    },
    seconds: () => (frames.length * frameSamples) / recognitionRate,
  };
}

type TranscribedTurn = { beganMs: number; endedMs: number; text: string };

/** Splits a whole recording into turns, as a call would, and recognises each. */
export async function transcribeLong(
  samples: Float32Array,
  moonshine: Moonshine,
  detector: SpeechDetector,
): Promise<TranscribedTurn[]> {
  const listener = createListener(detector.openStream());
  const transcribed: TranscribedTurn[] = [];
  const handle = async (signals: readonly ListenerSignal[]) => {
    for (const signal of signals) {
      if (signal.type !== 'stopped') continue;
      const { beganMs, endedMs } = signal;
      const text = await moonshine.transcribe(signal.samples);
      if (text !== '') transcribed.push({ beganMs, endedMs, text });
    }
  };
  const step = recognitionRate / 10;
  for (let at = 0; at < samples.length; at += step)
    await handle(await listener.push(samples.subarray(at, at + step), (at / recognitionRate) * 1000));
  // Silence completes the last frame.
  await handle(await listener.push(new Float32Array(step), (samples.length / recognitionRate) * 1000));
  await handle(listener.commit());
  return transcribed;
}
