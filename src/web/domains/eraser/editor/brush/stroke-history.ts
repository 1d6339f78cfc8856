import type { Stroke } from './strokes.ts';

/** The strokes that are not saved yet, and those that were taken back. */
export type StrokeHistory = { done: readonly Stroke[]; undone: readonly Stroke[] };

export const noStrokes: StrokeHistory = { done: [], undone: [] };

/** Something new: what was taken back is gone. */
export const withStroke = ({ done }: StrokeHistory, stroke: Stroke): StrokeHistory => ({
  done: [...done, stroke],
  undone: [],
});

export function undoStroke(history: StrokeHistory): StrokeHistory {
  const last = history.done.at(-1);
  return last ? { done: history.done.slice(0, -1), undone: [...history.undone, last] } : history;
}

export function redoStroke(history: StrokeHistory): StrokeHistory {
  const last = history.undone.at(-1);
  return last ? { done: [...history.done, last], undone: history.undone.slice(0, -1) } : history;
}
