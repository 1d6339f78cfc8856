import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('simultaneous equations and intersections', () => {
  solves([
    ['\\begin{cases} 3x+2y=12 \\\\ x-y=-1 \\end{cases}', 'simultaneous equations', 'x = 2, y = 3'],
    ['x+y+z=6, x-y+z=2, 2x+y-z=1', 'simultaneous equations', 'x = 1, y = 2, z = 3'],
    ['Solve y = x+1 and x^2+y^2=25', 'simultaneous equations', 'x = -4, y = -3 or x = 3, y = 4'],
    ['x+y=3, x+y=4', 'simultaneous equations', 'no real solution'],
    ['x+y=3, 2x+2y=6', 'simultaneous equations', 'infinitely many solutions'],
    ['x:y=2:3, x+y=10', 'simultaneous equations', 'x = 4, y = 6'],
    ['求直線 2x+y=5 與 x-y=1 的交點', 'coordinate geometry', '(2, 1)'],
    ['Find the points of intersection of y=x² and y=x+2', 'coordinate geometry', '(-1, 1) or (2, 4)'],
    ['已知 2x+y=7，x=2，求 y', 'simultaneous equations', 'y = 3'],
  ]);
});
