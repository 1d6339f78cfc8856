import { expect, test } from 'vitest';
import { createDataDir, postgresPid, type ServerProcess, startServer } from './server-process.ts';

const rounds = 10;
const writers = 200;

type Kept = { writes: string[]; jobs: string[]; waiting: string[] };

/** Keeps 200 requests in the air, half writes and half jobs, and kills the server in the midst; returns what it acknowledged. */
async function killWhileWriting(server: ServerProcess, dataDir: string, round: number) {
  const address = await server.address;
  const postgres = Number(await postgresPid(dataDir));
  const acknowledged: string[] = [];
  // Early in some rounds and late in others.
  const killAfter = 20 + 40 * round;
  let killed = false;

  async function keepWriting(writer: number) {
    for (let count = 0; !killed; count++) {
      const id = `${writer % 2 === 0 ? 'write' : 'job'}/${round}-${writer}-${count}`;
      const response = await fetch(`${address}/fault-test/${id}`, { method: 'POST' });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${id} answered ${response.status}`);
      if (acknowledged.push(id) !== killAfter) continue;
      server.child.kill('SIGKILL');
      // In every second round the database falls too, and has to recover from its log.
      if (round % 2 === 1) process.kill(postgres, 'SIGKILL');
      killed = true;
    }
  }

  const outcomes = await Promise.allSettled(
    Array.from({ length: writers }, (_, writer) => keepWriting(writer)),
  );
  await server.exit;
  const unanswered = outcomes.filter(({ status }) => status === 'rejected').length;
  return { acknowledged, unanswered };
}

test('nothing acknowledged is lost, however often the server is killed', async () => {
  const dataDir = await createDataDir();
  const start = () =>
    startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, [process.execPath, 'tests/fault-server.ts']);
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const outcome = await killWhileWriting(start(), dataDir, round);
    acknowledged.push(...outcome.acknowledged);
    expect(outcome.unanswered, 'the blow has to fall in the middle of writing').toBeGreaterThan(0);
  }

  const survivor = start();
  const address = await survivor.address;
  const kept = async () => (await (await fetch(`${address}/fault-test/kept`)).json()) as Kept;
  const deadline = Date.now() + 40_000;
  while ((await kept()).waiting.length > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { writes, jobs, waiting } = await kept();
  expect(waiting).toEqual([]);
  const found = new Set([...writes.map((id) => `write/${id}`), ...jobs.map((id) => `job/${id}`)]);
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(1_000);
  survivor.child.kill('SIGTERM');
  expect(await survivor.exit).toBe(0);
}, 240_000);
