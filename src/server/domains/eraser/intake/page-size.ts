import type { IntakeLimits, Size } from './intake-types.ts';

/** Below this no print can be read. */
const shortestSide = 64;

export function sizeProblem({ width, height }: Size, limits: IntakeLimits) {
  if (width * height > limits.mostPixels || Math.max(width, height) > limits.longestSide)
    return 'hugePicture';
  return Math.min(width, height) < shortestSide ? 'tinyPicture' : undefined;
}
