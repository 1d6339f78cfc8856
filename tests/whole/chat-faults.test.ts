import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#tests/chat.ts';
import { faults, judge, play, type World } from '#tests/chat-faults/rounds.ts';
import { openUpstream } from '#tests/chat-faults/upstream.ts';
import { createTestDatabase } from '#tests/database.ts';
import { seeded } from '#tests/market-storm/storm.ts';
import { testKey } from '#tests/people.ts';
import { createDataDir, startServer } from '#tests/server-process.ts';

const runningGenerations = `select from chat_generations where state = 'running'`;

test('chat answers survive faults at random chunks: text shown to the user is stored in order and once, and the quota is exact', {
  timeout: 180_000,
}, async () => {
  const { url, database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const upstream = await openUpstream();
  onTestFinished(upstream.close);
  const dataDir = await createDataDir();
  const key = testKey.toString('base64');
  const start = () =>
    startServer(
      {
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        DEMO: '1',
        PHONE_KEYS: `k1:${key}`,
        SECRET_KEY: key,
        LOG_LEVEL: 'error',
        RATE_LIMIT_PER_MINUTE: '1000000',
        AI_BREAKER_FAILURES: '1000000',
        AI_ENDPOINTS: JSON.stringify({ mock: { base_url: upstream.url, model: 'test' } }),
      },
      [process.execPath, 'tests/chat-faults/server.ts'],
    );
  const [victim, survivor] = [start(), start()];
  const world: World = {
    database,
    upstream,
    first: await victim.address,
    second: await survivor.address,
    random: seeded(5),
  };

  const rounds = await Promise.all(faults.map((fault) => play(world, fault)));
  // Answers whose reader has gone keep generating; wait for them, so that killing the server cannot interrupt
  // them.
  await eventually(async () => (await database.pool.query(runningGenerations)).rowCount === 0, 20_000);
  // The server is killed while most answers have shown some text and none has finished.
  const writing = new Set<number>();
  world.onShown = ({ messageId, text }) => {
    if (text.length > 0) writing.add(messageId);
    if (writing.size >= 4) victim.child.kill('SIGKILL');
  };
  const killed = Array.from({ length: 6 }, () => play(world, 'server killed'));
  rounds.push(...(await Promise.all(killed)));
  const wrong: string[] = [];
  for (const round of rounds) wrong.push(...(await judge(world, round)));
  expect(wrong).toEqual([]);
  const cutOff = rounds.filter(({ fault, shown }) => fault === 'server killed' && shown[0]);
  expect(cutOff.length).toBeGreaterThanOrEqual(4);
});
