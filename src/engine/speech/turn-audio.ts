/** The sound of a turn, with a little before it: speech is noticed only when its first sound is over. */
import { heardRate } from './sample-rates.ts';
import { frameMs, frameSamples } from './silero-frames.ts';

const preRollMs = 320;
/**
 * Of the silence at the end so much is kept: recognisers lose a last word that is cut off sharply. No more than there is
 * when a guess is made, so that guess and turn are the same sound.
 */
const tailMs = 160;

type Frame = { atMs: number; samples: Float32Array };

export function createTurnAudio(longestTurnMs: number) {
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
