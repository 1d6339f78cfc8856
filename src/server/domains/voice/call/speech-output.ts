import { createClauses } from '#engine/speech/clauses.ts';
import { createGain } from '#engine/speech/loudness.ts';
import { callRate } from '#engine/speech/sample-rates.ts';
import { speakable } from '#engine/speech/speakable.ts';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import type { Speaker } from '../ports.ts';

const frameSamples = callRate / 50;
/** Audio synthesised ahead; more would only be discarded when interrupted. */
const maxReadySamples = 6 * callRate;
const slowPauseSamples = 0.6 * callRate;
const ducked = 0.2;
const duckMs = 60;
const unduckMs = 200;

/** One clause: its part of the answer text, and its audio synthesised so far. */
type Piece = {
  source: string;
  sound: Float32Array[];
  ready: number;
  played: number;
  isWhole: boolean;
  hasBegun: boolean;
};

export type MouthEvents = {
  /** `started`: first sound of the answer; `clause`: first sound of each clause. */
  started(): void;
  clause(source: string): void;
  /** The whole answer was played. */
  finished(): void;
  failed(error: unknown): void;
  /** With a pause after every clause, for words that must be understood. */
  isSlow?: boolean;
};

type Options = { speaker: Speaker | undefined; voice: string; language: SpokenLanguage };

export type Mouth = ReturnType<typeof createSpeechOutput>;
export type Utterance = ReturnType<Mouth['begin']>;

/**
 * Synthesises an answer clause by clause while it is still being written, and tracks how much of it was
 * played.
 */
export function createSpeechOutput({ speaker, voice, language }: Options) {
  const gain = createGain(callRate);
  let current: ReturnType<typeof createUtterance> | undefined;

  function createUtterance(events: MouthEvents) {
    const clauses = createClauses();
    const pieces: Piece[] = [];
    const abort = new AbortController();
    let isComplete = false;
    let hasStarted = false;
    let isOver = false;
    let isSynthesising = false;
    let resume = () => {};

    const ready = () => pieces.reduce((sum, piece) => sum + piece.ready - piece.played, 0);

    async function synthesiseAll() {
      isSynthesising = true;
      for (let piece = next(); piece && !abort.signal.aborted; piece = next()) {
        while (ready() > maxReadySamples && !abort.signal.aborted)
          await new Promise<void>((resolve) => {
            resume = resolve;
          });
        await synthesise(piece);
        piece.isWhole = true;
      }
      isSynthesising = false;
    }
    const next = () => pieces.find(({ isWhole }) => !isWhole);

    async function synthesise(piece: Piece) {
      const spoken = speakable(piece.source, language);
      if (!speaker || spoken === '') return;
      try {
        for await (const samples of speaker.speak(spoken, voice, abort.signal)) {
          piece.sound.push(samples);
          piece.ready += samples.length;
        }
        if (events.isSlow) {
          piece.sound.push(new Float32Array(slowPauseSamples));
          piece.ready += slowPauseSamples;
        }
      } catch (error) {
        if (!abort.signal.aborted) events.failed(error);
      }
    }

    function add(sources: readonly string[]) {
      for (const source of sources)
        pieces.push({ source, sound: [], ready: 0, played: 0, isWhole: false, hasBegun: false });
      if (!isSynthesising && next()) void synthesiseAll();
    }

    const isWaiting = () =>
      pieces.some((piece) => !piece.isWhole || piece.played < piece.ready || !piece.hasBegun);

    return {
      text: (text: string) => add(clauses.push(text)),
      end() {
        add(clauses.flush());
        isComplete = true;
      },
      isOver: () => isOver,
      cancel() {
        isOver = true;
        abort.abort(new Error('interrupted'));
        resume();
      },
      /** The answer text that was played; of the current clause, the whole words. */
      heard() {
        return pieces
          .filter(({ hasBegun }) => hasBegun)
          .map((piece) =>
            piece.isWhole
              ? playedText(piece)
              : playedText({ ...piece, ready: Math.max(piece.ready, estimatedSamples(piece.source)) }),
          )
          .join('');
      },
      /** The next 20 ms; undefined when there is nothing to play now. */
      frame(): Float32Array<ArrayBuffer> | undefined {
        if (isOver) return undefined;
        const frame = new Float32Array(frameSamples);
        let filled = 0;
        for (const piece of pieces) {
          if (filled === frameSamples) break;
          if (piece.isWhole && piece.hasBegun && piece.played >= piece.ready) continue;
          // A clause begins with its first sound, or, if it has none, when its turn comes.
          if (!piece.hasBegun && (piece.ready > 0 || piece.isWhole)) {
            piece.hasBegun = true;
            if (!hasStarted) {
              hasStarted = true;
              events.started();
            }
            events.clause(piece.source);
          }
          filled = fillFrame(piece, frame, filled);
          if (!piece.isWhole) break;
        }
        resume();
        if (filled === 0 && isComplete && !isWaiting()) {
          isOver = true;
          events.finished();
        }
        return filled === 0 ? undefined : frame;
      },
    };
  }

  return {
    begin(events: MouthEvents) {
      current?.cancel();
      current = createUtterance(events);
      gain.towards(1, duckMs);
      return current;
    },
    frame() {
      const frame = current?.frame();
      return frame && gain.apply(frame);
    },
    duck: () => gain.towards(ducked, duckMs),
    unduck: () => gain.towards(1, unduckMs),
    isSpeaking: () => current !== undefined && !current.isOver(),
    close: () => current?.cancel(),
  };
}

function fillFrame(piece: Piece, frame: Float32Array, from: number) {
  let filled = from;
  while (filled < frame.length && piece.sound.length > 0) {
    const [first] = piece.sound as [Float32Array];
    const count = Math.min(frame.length - filled, first.length);
    frame.set(first.subarray(0, count), filled);
    if (count === first.length) piece.sound.shift();
    else piece.sound[0] = first.subarray(count);
    filled += count;
    piece.played += count;
  }
  return filled;
}

/**
 * Estimated length of a clause that is still being synthesised: four Chinese characters or fourteen letters a
 * second.
 */
function estimatedSamples(source: string) {
  const han = source.match(/\p{Script=Han}/gu)?.length ?? 0;
  return Math.round((han / 4 + (source.length - han) / 14) * callRate);
}

/** Estimates the played text by the share of the audio that was played, cut at the end of a word. */
export function playedText({ source, played, ready }: Pick<Piece, 'source' | 'played' | 'ready'>) {
  const playedLength = Math.floor(source.length * (ready === 0 ? 1 : played / ready));
  if (playedLength >= source.length) return source;
  const words = [...new Intl.Segmenter('zh-Hant', { granularity: 'word' }).segment(source)];
  let end = 0;
  for (const { index, segment } of words) {
    if (index + segment.length > playedLength) break;
    end = index + segment.length;
  }
  return source.slice(0, end);
}
