import { describe, expect, it } from 'vitest';
import {
  clampView,
  fitView,
  panBy,
  scaleRange,
  sharpEnough,
  toPage,
  toStage,
  visibleBlit,
  visibleSpan,
  zoomAt,
} from './view-transform.ts';

const page = { width: 3000, height: 4000 };
const stage = { width: 800, height: 600 };

describe('the view of a page', () => {
  it('starts with the whole page, centred', () => {
    const view = fitView(page, stage);
    expect(view.scale).toBeCloseTo(576 / 4000);
    expect(toStage(view, { x: 1500, y: 2000 })).toEqual({ x: 400, y: 300 });
  });

  it('keeps the point under the pointer in place while zooming', () => {
    let view = zoomAt(fitView(page, stage), 10, { x: 400, y: 300 }, page, stage);
    const at = { x: 500, y: 200 };
    for (const factor of [1.3, 0.9, 1.7]) {
      const under = toPage(view, at);
      view = zoomAt(view, factor, at, page, stage);
      const still = toPage(view, at);
      expect(still.x).toBeCloseTo(under.x, 6);
      expect(still.y).toBeCloseTo(under.y, 6);
    }
  });

  it('never zooms out beyond the whole page, nor in beyond eight screen pixels per page pixel', () => {
    const { least, most } = scaleRange(page, stage);
    const at = { x: 400, y: 300 };
    expect(zoomAt(fitView(page, stage), 0.01, at, page, stage).scale).toBe(least);
    expect(zoomAt(fitView(page, stage), 1e6, at, page, stage).scale).toBe(most);
    expect(most).toBe(8);
  });

  it('cannot be moved until the page is out of sight', () => {
    const near = zoomAt(fitView(page, stage), 8, { x: 400, y: 300 }, page, stage);
    const far = panBy(near, { x: 1e6, y: -1e6 }, page, stage);
    expect(far.x).toBe(64);
    expect(far.y + page.height * far.scale).toBeCloseTo(stage.height - 64);
    const whole = clampView({ ...fitView(page, stage), x: -5000 }, page, stage);
    expect(whole).toEqual(fitView(page, stage));
  });

  it('draws only the visible part, in the pixels of the chosen picture size', () => {
    const view = { scale: 2, x: -1000, y: -200 };
    const blit = visibleBlit(view, page, stage, { level: 0.5, from: 200, to: 600 });
    expect(blit).toEqual({
      source: { x: 300, y: 50, width: 100, height: 150 },
      target: { x: 200, y: 0, width: 400, height: 600 },
    });
    expect(visibleBlit(view, page, stage, { level: 1, from: 300, to: 300 })).toBeUndefined();
    const { left, right } = visibleSpan(fitView(page, stage), page, stage);
    expect([left, right].map(Math.round)).toEqual([184, 616]);
  });

  it('uses the smallest picture that is sharp enough', () => {
    const levels = [{ scale: 1 }, { scale: 0.4 }, { scale: 0.5 }];
    expect(sharpEnough(levels, 0.2)?.scale).toBe(0.4);
    expect(sharpEnough(levels, 0.45)?.scale).toBe(0.5);
    expect(sharpEnough(levels, 3)?.scale).toBe(1);
    expect(sharpEnough([], 1)).toBeUndefined();
  });
});
