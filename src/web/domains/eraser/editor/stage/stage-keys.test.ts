import { describe, expect, it } from 'vitest';
import type { Stroke } from '../brush/strokes.ts';
import { stageKey } from './stage-keys.ts';
import { createStage, resize, splitAt, splitPlace } from './stage-store.ts';

function stageOf(brush?: 'erase' | 'restore') {
  const store = createStage({ brush, radius: 10 });
  resize(store, { page: { width: 1000, height: 1400 }, stage: { width: 600, height: 700 } });
  const strokes: Stroke[] = [];
  const press = (key: string, shiftKey = false) =>
    stageKey(store, { key, shiftKey }, (stroke) => strokes.push(stroke));
  return { store, strokes, press };
}

describe('the stage by keys', () => {
  it('zooms, moves the page and shows it whole again', () => {
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

  it('paints a line with the space bar and the arrows', () => {
    const { store, strokes, press } = stageOf('restore');
    expect(press(' ')).toBe('penDown');
    press('ArrowRight');
    press('ArrowRight');
    press('ArrowDown', true);
    expect(press(' ')).toBe('penUp');
    expect(strokes).toEqual([{ tool: 'restore', radius: 10, points: [500, 700, 510, 700, 520, 700] }]);
    expect(store.get().live).toBeUndefined();
  });

  it('drops a line with Escape, and leaves Escape alone without one', () => {
    const { strokes, press } = stageOf('erase');
    expect(press('Escape')).toBe(false);
    press(' ');
    expect(press('Escape')).toBe('dropped');
    expect(strokes).toEqual([]);
  });
});

it('keeps the line between before and after on the page that is seen', () => {
  const { store } = stageOf();
  store.set({ split: 0.25 });
  const place = splitPlace(store.get());
  expect(splitAt(store.get(), place)).toBeCloseTo(0.25);
  expect(splitAt(store.get(), -50)).toBe(0);
  expect(splitAt(store.get(), 5000)).toBe(1);
});
