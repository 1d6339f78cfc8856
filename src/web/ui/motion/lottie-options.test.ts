import { describe, expect, it } from 'vitest';
import {
  isAnimationDocument,
  type LottieOptions,
  lottieDefaults,
  ownCopy,
  resolveLottie,
} from './lottie-options.ts';

const resolve = (options: LottieOptions = {}) => resolveLottie({ animationLink: '/a.json', ...options });

describe('resolveLottie', () => {
  it('has the defaults of the specification', () => {
    expect(lottieDefaults).toMatchObject({
      loop: true,
      autoplay: true,
      speed: 1,
      delay: 0,
      direction: 'forward',
    });
    expect(resolve()).toEqual({
      source: { link: '/a.json' },
      loop: true,
      repeats: Number.POSITIVE_INFINITY,
      start: 'at-once',
      width: '100%',
      height: '100%',
      speed: 1,
      delay: 0,
      direction: 'forward',
      hover: undefined,
      paused: false,
      hoverConflict: false,
      backgroundColor: 'transparent',
      scale: 1,
      renderer: 'svg',
      assetsPath: undefined,
    });
  });

  it('prefers animation data to a link', () => {
    const animationData = { layers: [] };
    expect(resolve({ animationData }).source).toEqual({ data: animationData });
  });

  it.each([{}, { animationLink: '' }, { animationData: undefined }])(
    'throws for %j: nothing to play',
    (options) => {
      expect(() => resolveLottie(options)).toThrow(
        new Error('You must provide either animationLink or animationData'),
      );
    },
  );

  it.each([0, -1, Number.NaN])('throws for speed %d', (speed) => {
    expect(() => resolve({ speed })).toThrow(new Error('Speed must be greater than 0'));
  });

  it.each([
    [true, true, Number.POSITIVE_INFINITY],
    [false, false, 0],
    [3, 2, 2],
    [2.9, 1, 1],
    [1, 0, 0],
    [0, 0, 0],
    [-4, 0, 0],
    [Number.NaN, 0, 0],
  ])('resolves loop %s to %s with %d repeats', (given, loop, repeats) => {
    expect(resolve({ loop: given })).toMatchObject({ loop, repeats });
  });

  it('starts at once, after the delay, or only on request', () => {
    expect(resolve({ delay: 1 }).start).toBe('after-delay');
    expect(resolve({ delay: -1 })).toMatchObject({ start: 'at-once', delay: 0 });
    expect(resolve({ autoplay: false }).start).toBe('never');
    expect(resolve({ autoplay: false, delay: 500 }).start).toBe('never');
    expect(resolve({ playOnHover: true }).start).toBe('never');
    expect(resolve({ pauseOnHover: true }).start).toBe('at-once');
  });

  it('reports pauseAnimation combined with a hover option as a conflict', () => {
    expect(resolve({ pauseOnHover: true })).toMatchObject({ hover: 'pause', hoverConflict: false });
    expect(resolve({ pauseAnimation: true })).toMatchObject({ paused: true, hoverConflict: false });
    expect(resolve({ pauseAnimation: true, pauseOnHover: true }).hoverConflict).toBe(true);
    expect(resolve({ pauseAnimation: true, playOnHover: true }).hoverConflict).toBe(true);
  });
});

describe('an animation document', () => {
  const document = {
    w: 1,
    h: 1,
    fr: 30,
    ip: 0,
    op: 9,
    layers: [],
    fonts: { list: [{ fPath: 'https://x/f.woff' }] },
  };

  it('is distinguished from other JSON', () => {
    expect(isAnimationDocument(document)).toBe(true);
    for (const other of [
      null,
      undefined,
      'x',
      [],
      {},
      { ...document, layers: {} },
      { ...document, fr: '30' },
    ]) {
      expect(isAnimationDocument(other)).toBe(false);
    }
  });

  it('is copied without remote fonts, which would need style elements', () => {
    const copy = ownCopy(document);
    expect(copy.fonts).toEqual({ list: [{ fPath: '' }] });
    expect(copy.layers).not.toBe(document.layers);
    expect(document.fonts.list[0]?.fPath).toBe('https://x/f.woff');
  });
});
