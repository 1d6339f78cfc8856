import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'mingshi-price-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = fileURLToPath(new URL('./price-cli.ts', import.meta.url));

const line = {
  id: 7,
  child_info: [
    { id: 1, nickname: 'A', gender: 'U', grade: 4, school: null, major_subject: [3], other_subject: [] },
  ],
  tutoring_type: 1,
  tutoring_region: 3,
  tutoring_days_per_week: 1,
  tutoring_time_per_class: 2,
  teacher_education: null,
  teacher_gender: 'U',
  teaching_language: [],
  price: null,
};

function run(accepted: string, ask: string) {
  writeFileSync(join(folder, 'accepted.jsonl'), accepted);
  writeFileSync(join(folder, 'ask.jsonl'), ask);
  return spawnSync(process.execPath, [program, '--accepted', 'accepted.jsonl', '--ask', 'ask.jsonl'], {
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: folder },
  });
}

describe('npm run price', () => {
  it('prints one recommendation per line of --ask, in order', () => {
    const { stdout, status } = run(
      '',
      `${JSON.stringify(line)}\n\n${JSON.stringify({ ...line, id: 'b' })}\n`,
    );
    const answers = stdout
      .trim()
      .split('\n')
      .map((answer) => JSON.parse(answer));
    expect(status).toBe(0);
    expect(answers).toMatchObject([
      { id: 7, p25: 100, p50: 120, p75: 140, comparables: 0, confidence: 'low' },
      { id: 'b', p25: 100, p50: 120, p75: 140 },
    ]);
    expect(Object.keys(answers[0]).slice(0, 6)).toEqual([
      'id',
      'p25',
      'p50',
      'p75',
      'comparables',
      'confidence',
    ]);
  });
  it('names every invalid line, prints no recommendation and exits with 1', () => {
    const bad = [
      '{"id":',
      JSON.stringify({ ...line, child_info: [{ grade: 99 }] }),
      JSON.stringify({ ...line, id: undefined }),
    ];
    const { stdout, stderr, status } = run(JSON.stringify({ ...line, price: 200 }), bad.join('\n'));
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('ask.jsonl, line 1: not JSON');
    expect(stderr).toContain('ask.jsonl, line 2: unknown grade 99');
    expect(stderr).toContain('ask.jsonl, line 3: id is missing');
    expect(run(JSON.stringify(line), '').stderr).toContain('accepted.jsonl, line 1: price is not an amount');
  });
});
