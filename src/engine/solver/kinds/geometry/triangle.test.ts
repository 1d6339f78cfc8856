import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('triangles', () => {
  solves([
    ['三角形兩邊為 5 和 8，夾角 60°，求第三邊', 'triangle', '7'],
    ['三角形的兩邊長分別為 6 及 10，夾角為 30 度，求面積', 'triangle', '15'],
    ['In triangle ABC, a=5, b=7, C=60°, find c', 'triangle', 'c = sqrt(39)'],
    [
      'The hypotenuse of a right-angled triangle is 13 cm and one side is 5 cm. Find the other side.',
      'triangle',
      '12',
    ],
    ['In triangle ABC, AB=5, BC=7, angle B=60°, find AC', 'triangle', 'AC = sqrt(39)'],
  ]);
});
