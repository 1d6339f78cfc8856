/** Sound in, turns out: cuts what arrives into frames, asks the speech detector, and keeps the sound of each turn. */
import type { Language } from './language.ts';
import { heardRate } from './sample-rates.ts';
import type { SpeechStream } from './silero.ts';
import { frameSamples } from './silero-frames.ts';
import { createTurnAudio } from './turn-audio.ts';
import { type TurnSettings, usualTurns } from './turn-settings.ts';
import { createTurns, type TurnSignal } from './turns.ts';

/** A signal, and where something is to be recognised, the sound of the turn so far. */
export type Heard =
  | Exclude<TurnSignal, { type: 'speculate' | 'probe' | 'stopped' }>
  | (Extract<TurnSignal, { type: 'speculate' | 'probe' | 'stopped' }> & { samples: Float32Array });

export type Listener = ReturnType<typeof createListener>;

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
