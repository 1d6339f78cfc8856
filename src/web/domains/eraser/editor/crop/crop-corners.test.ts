import { describe, expect, it } from 'vitest';
import type { Corners } from '#shared/eraser/eraser.ts';
import { canBePaper, cornerStep, moveCorner, sameCorners, wholePicture } from './crop-corners.ts';

describe('the corners of a paper', () => {
  it('move one by one and stay inside the picture', () => {
    const moved = moveCorner(wholePicture, 1, 1.4, -0.2);
    expect(moved).toEqual(wholePicture);
    expect(moveCorner(wholePicture, 2, 0.91234567, 0.8)[2]).toEqual([0.91235, 0.8]);
    expect(sameCorners(wholePicture, moveCorner(wholePicture, 0, 0.00001, 0))).toBe(true);
    expect(sameCorners(wholePicture, moveCorner(wholePicture, 0, 0.01, 0))).toBe(false);
  });

  it('may be rotated, as in a photo taken sideways', () => {
    const [a, b, c, d] = wholePicture;
    expect(canBePaper([b, c, d, a])).toBe(true);
    expect(canBePaper([c, d, a, b])).toBe(true);
  });

  it.each<[string, Corners]>([
    [
      'crossed',
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
    ],
    [
      'mirrored',
      [
        [1, 0],
        [0, 0],
        [0, 1],
        [1, 1],
      ],
    ],
    [
      'concave',
      [
        [0, 0],
        [1, 0],
        [0.3, 0.3],
        [0, 1],
      ],
    ],
    [
      'with three on one line',
      [
        [0, 0],
        [0.5, 0],
        [1, 0],
        [0, 1],
      ],
    ],
    [
      'tiny',
      [
        [0.5, 0.5],
        [0.55, 0.5],
        [0.55, 0.55],
        [0.5, 0.55],
      ],
    ],
  ])('%s are refused', (_name, corners) => {
    expect(canBePaper(corners)).toBe(false);
  });

  it('move in steps with the arrow keys', () => {
    expect(cornerStep({ key: 'ArrowLeft', shiftKey: false })).toEqual({ x: -0.005, y: 0 });
    expect(cornerStep({ key: 'ArrowDown', shiftKey: true })).toEqual({ x: 0, y: 0.0005 });
    expect(cornerStep({ key: 'Enter', shiftKey: false })).toBeUndefined();
  });
});
