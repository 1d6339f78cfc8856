import { describe, expect, it } from 'vitest';
import type { Stroke } from '../brush/strokes.ts';
import { stageKey } from './stage-keys.ts';
import { createStage, resize, splitAt, splitPlace } from './stage-store.ts';
import type { Point } from './view-transform.ts';

function stageOf(brush?: 'erase' | 'restore') {
  const store = createStage({ brush, radius: 10 });
  resize(store, { page: { width: 1000, height: 1400 }, stage: { width: 600, height: 700 } });
  const strokes: Stroke[] = [];
  const taps: Point[] = [];
  const press = (key: string, shiftKey = false) =>
    stageKey(
      store,
      { key, shiftKey },
      (stroke) => strokes.push(stroke),
      (at) => taps.push(at),
    );
  return { store, strokes, taps, press };
}

describe('keyboard control of the stage', () => {
  it('zooms, moves the page and shows the whole page again', () => {
    const { store, press } = stageOf();
    const whole = store.get().view;
    for (const key of ['+', '+', '+', '+']) expect(press(key)).toBe(true);
    expect(store.get().view.scale).toBeCloseTo(whole.scale * 1.25 ** 4);
    expect(store.get().isWhole).toBe(false);
    const { y } = store.get().view;
    press('ArrowDown');
    expect(store.get().view.y).toBe(y - 64);
    press('0');
    expect(store.get().view).toEqual(whole);
    expect(press('Tab')).toBe(false);
    expect(press(' ')).toBe(false);
  });

  it('taps at the place that the arrow keys have reached', () => {
    const { store, taps, press } = stageOf();
    store.set({ taps: true });
    press('ArrowRight', true);
    press('ArrowDown', true);
    expect(press(' ')).toBe(true);
    press('Enter');
    expect(taps).toEqual([
      { x: 501, y: 701 },
      { x: 501, y: 701 },
    ]);
  });

  it('paints a stroke with the space bar and the arrow keys', () => {
    const { store, strokes, press } = stageOf('restore');
    expect(press(' ')).toBe('penDown');
    press('ArrowRight');
    press('ArrowRight');
    press('ArrowDown', true);
    expect(press(' ')).toBe('penUp');
    expect(strokes).toEqual([{ tool: 'restore', radius: 10, points: [500, 700, 510, 700, 520, 700] }]);
    expect(store.get().live).toBeUndefined();
  });

  it('discards a stroke with Escape, and ignores Escape without one', () => {
    const { strokes, press } = stageOf('erase');
    expect(press('Escape')).toBe(false);
    press(' ');
    expect(press('Escape')).toBe('dropped');
    expect(strokes).toEqual([]);
  });
});

it('the split line stays on the visible part of the page', () => {
  const { store } = stageOf();
  store.set({ split: 0.25 });
  const place = splitPlace(store.get());
  expect(splitAt(store.get(), place)).toBeCloseTo(0.25);
  expect(splitAt(store.get(), -50)).toBe(0);
  expect(splitAt(store.get(), 5000)).toBe(1);
});
