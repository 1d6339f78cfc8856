import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const run = (input: string, ...more: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'solve-cli.ts'), ...more], {
    input,
    encoding: 'utf8',
  });

it('prints one JSON line a problem', () => {
  const { stdout, status } = run('解方程 2x＋5＝13\n\n小明有多少個蘋果？\n');
  const [first, second, ...rest] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    input: '解方程 2x＋5＝13',
    kind: 'linear equation',
    answer: 'x = 4',
    answer_latex: 'x=4',
  });
  expect(first.steps[0]).toMatchObject({ latex: '2x=8', checked: true });
  expect(first.steps[0].text).toMatch(/移項/);
  expect(second).toEqual({ input: '小明有多少個蘋果？', declined: expect.any(String) });
  expect(status).toBe(0);
});

it('speaks English when asked, and refuses other locales', () => {
  expect(JSON.parse(run('2x=8', '--locale', 'en').stdout).steps[0].text).toMatch(/Divide/);
  const refused = run('2x=8', '--locale', 'fr');
  expect([refused.status, refused.stdout]).toEqual([1, '']);
});
