import { describe, expect, it } from 'vitest';
import { fulfils, solved, solves } from '#tests/solves.ts';

describe('equations with roots and absolute values', () => {
  solves([
    ['\\sqrt{x+2}=x', 'radical equation', 'x = 2'],
    ['|2x-1|=5', 'absolute value equation', 'x = -2 or x = 3'],
    ['|x|=-1', 'absolute value equation', 'no real solution'],
    ['∛x=2', 'radical equation', 'x = 8'],
  ]);

  fulfils([
    ['\\sqrt{x+2}=x', 'sqrt(x+2)=x'],
    ['|2x-1|=5', '|2x-1|=5'],
  ]);

  it('the last step names the extra root or the excluded value that is rejected', () => {
    const radical = solved('sqrt(x+2)=x');
    expect(radical.steps.at(-1)?.text.en).toContain('x = -1');
    expect(radical.steps.some(({ claim }) => claim?.relation === 'implies')).toBe(true);
    expect(solved('1/(x-1)=x/(x-1)').answer).toBe('no real solution');
    expect(solved('1/(x-1)=x/(x-1)').steps.at(-1)?.text.zh).toContain('捨去');
  });
});
