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
