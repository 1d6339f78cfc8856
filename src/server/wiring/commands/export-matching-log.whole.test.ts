import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { featureNames } from '#engine/matching/pair/features.ts';
import { marketOf } from '#tests/market.ts';
import { testKeys } from '#tests/people.ts';
import { runCommand } from '#tests/run-command.ts';
import { serve } from '#tests/serve.ts';

const program = 'src/server/wiring/commands/export-matching-log.ts';

test('npm run export:matching-log writes the shown pairs, and learn:matching reads them', async () => {
  const market = marketOf(await serve({ whenOver: onTestFinished }));
  const [{ caseId }, { listingId }] = [await market.family(), await market.tutor()];
  await market.query(
    `insert into matching_shows (case_id, listing_id, direction, position, features, shown_on)
     values ($1, $2, 'tutors', 0, $3, (now() at time zone 'Asia/Hong_Kong')::date - 6)`,
    [caseId, listingId, featureNames.map(() => 0.5)],
  );
  const { url, directUrl } = market.database;
  const database = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DEMO: '1' };
  const { code, err, out } = await runCommand(program, [], { ...database, ...testKeys });
  expect([code, err]).toEqual([0, '1 shown\n']);
  expect(JSON.parse(out)).toMatchObject({ position: 1, invited: false, accepted: null });

  const folder = await mkdtemp(join(tmpdir(), 'mingshi-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'log.jsonl'), out);
  const learned = await runCommand('src/engine/matching/learn-cli.ts', ['--log', join(folder, 'log.jsonl')]);
  expect(learned.code).toBe(0);
  expect(learned.err).toContain('1 shown, 0 invited');
  expect(JSON.parse(learned.out)).toHaveProperty('wants.price');
});

test('an invalid option ends npm run export:matching-log with the usage', async () => {
  const { code, err, out } = await runCommand(program, ['--ripe-days', 'x']);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^Usage:/);
});
