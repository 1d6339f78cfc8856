import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { featureCount } from './pair/features.ts';
import { sampleCase, sampleTutor, seeded } from './sample-market.ts';

const now = '2026-11-15T04:00:00Z';
const random = seeded(41);
const tutors = Array.from({ length: 200 }, (_, at) => sampleTutor(random, at + 1, Date.parse(now)));
const cases = Array.from({ length: 12 }, (_, at) => ({
  ...sampleCase(random, at + 1, Date.parse(now)),
  special_note: '?',
}));
const folder = mkdtempSync(join(tmpdir(), 'mingshi-match-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, lines: readonly unknown[]) {
  const path = join(folder, name);
  writeFileSync(
    path,
    `${lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\n`,
  );
  return path;
}

function command(name: string, ...args: string[]) {
  const path = fileURLToPath(new URL(name, import.meta.url));
  return spawnSync(process.execPath, [path, ...args], { encoding: 'utf8' });
}

const tutorFile = file('tutors.jsonl', tutors);
const caseFile = file('cases.jsonl', cases);

describe('npm run match', () => {
  it.each([
    ['case', cases],
    ['tutor', tutors],
  ])('prints one line of results per %s and nothing else', (direction, queries) => {
    const { stdout, stderr, status } = command(
      'match-cli.ts',
      '--tutors',
      tutorFile,
      '--cases',
      caseFile,
      '--direction',
      direction,
      '--now',
      now,
    );
    expect([status, stderr]).toEqual([0, '']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id }) => id)).toEqual(queries.map(({ id }) => id));
    for (const { list } of lines)
      for (const match of list) {
        expect(Object.keys(match)).toEqual(['id', 'score', 'base', 'terms', 'slots', 'drawback']);
        const sum = match.terms.reduce((all: number, { term }: { term: number }) => all + term, match.base);
        expect(sum).toBeCloseTo(match.score, 9);
      }
  });

  it.each<[string, string[], string]>([
    ['missing file options', [], 'Usage'],
    ['a missing file', ['--tutors', 'nowhere', '--cases', caseFile], 'nowhere'],
    ['an invalid --top', ['--tutors', tutorFile, '--cases', caseFile, '--top', 'x'], '--top x'],
    [
      'a line that is not JSON',
      ['--tutors', file('broken', [tutors[0], '{"id":']), '--cases', caseFile],
      'line 2: is not JSON',
    ],
    [
      'an unknown reference id',
      ['--tutors', tutorFile, '--cases', file('odd', [{ ...cases[0], tutoring_type: 77 }])],
      'line 1: tutoring_type',
    ],
    ['a repeated id', ['--tutors', file('twice', [tutors[0], tutors[0]]), '--cases', caseFile], 'line 2: id'],
    ['a missing field', ['--tutors', file('less', [{ id: 3 }]), '--cases', caseFile], 'line 1: price_min'],
  ])('exits with 1 and an error message without a stack trace for %s', (_, args, message) => {
    const { stdout, stderr, status } = command('match-cli.ts', ...args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });
});

describe('npm run learn:matching', () => {
  const features = Array(featureCount).fill(0.5);

  it('prints weights that npm run match accepts', () => {
    const log = file('log', [
      { features, position: 1, invited: true, accepted: true },
      { features, position: 2, invited: false },
    ]);
    const { stdout, status } = command('learn-cli.ts', '--log', log);
    expect(status).toBe(0);
    const weights = file('weights', [stdout]);
    const again = command('match-cli.ts', '--tutors', tutorFile, '--cases', caseFile, '--weights', weights);
    expect([again.status, again.stderr]).toEqual([0, '']);
  });

  it('exits with 1 and names the line and field of an invalid log entry', () => {
    const log = file('wrong', [{ features, position: 0, invited: true }]);
    const { stderr, status } = command('learn-cli.ts', '--log', log);
    expect(status).toBe(1);
    expect(stderr).toContain('line 1: position');
  });
});
