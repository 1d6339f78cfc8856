import { expect, it } from 'vitest';
import { noStrokes, redoStroke, undoStroke, withStroke } from './stroke-history.ts';
import { newStroke } from './strokes.ts';

const [a, b, c] = [1, 2, 3].map((x) => newStroke('erase', 4, x, x));

it('strokes are undone and redone one by one, and a new stroke clears the redo list', () => {
  const two = withStroke(withStroke(noStrokes, a as never), b as never);
  const one = undoStroke(two);
  expect(one).toEqual({ done: [a], undone: [b] });
  expect(redoStroke(one)).toEqual(two);
  const none = undoStroke(undoStroke(one));
  expect(none).toEqual({ done: [], undone: [b, a] });
  expect(redoStroke(redoStroke(redoStroke(none)))).toEqual(two);
  expect(withStroke(one, c as never)).toEqual({ done: [a, c], undone: [] });
});
