import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const run = (input: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'solve-cli.ts'), ...args], {
    input,
    encoding: 'utf8',
  });

it('the solve command prints one JSON line per problem', () => {
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

it('the solve command prints English steps with --locale en and exits with 1 for an unknown locale', () => {
  expect(JSON.parse(run('2x=8', '--locale', 'en').stdout).steps[0].text).toMatch(/Divide/);
  const unknownLocale = run('2x=8', '--locale', 'fr');
  expect([unknownLocale.status, unknownLocale.stdout]).toEqual([1, '']);
});
