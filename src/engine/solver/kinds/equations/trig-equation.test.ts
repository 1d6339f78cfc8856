import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('trigonometric equations', () => {
  solves([
    ['Solve sin x = 1/2 for 0° ≤ x ≤ 360°', 'trigonometric equation', 'x = 30° or x = 150°'],
    ['2sin^2 x + 3cos x = 0 for 0°≤x<360°', 'trigonometric equation', 'x = 120° or x = 240°'],
    ['tan x = 1, 0 ≤ x ≤ 2π', 'trigonometric equation', 'x = pi/4 or x = 5*pi/4'],
    [
      'sin 2x = cos x for 0 ≤ x ≤ 360°',
      'trigonometric equation',
      'x = 30° or x = 90° or x = 150° or x = 270°',
    ],
    ['cos 2x + cos x = 0', 'trigonometric equation', 'x = 60° or x = 180° or x = 300°'],
    ['cos x = 1, 0° < x < 360°', 'trigonometric equation', 'no real solution'],
    ['sin x = 1/2, 90° < x ≤ 150°', 'trigonometric equation', 'x = 150°'],
    ['cos x = cos 40°, 0°≤x≤360°', 'trigonometric equation', 'x = 40° or x = 320°'],
  ]);
});
