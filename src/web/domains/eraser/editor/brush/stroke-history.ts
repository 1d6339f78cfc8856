import type { Stroke } from './strokes.ts';

/** Unsaved strokes, and undone ones that can be redone. */
export type StrokeHistory = { done: readonly Stroke[]; undone: readonly Stroke[] };

export const noStrokes: StrokeHistory = { done: [], undone: [] };

/** Adds a stroke and clears the redo list. */
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
