import { expect, test } from 'vitest';
import { createDataDir, postgresPid, type ServerProcess, startServer } from './server-process.ts';

const rounds = 10;
const requestsPerRound = 200;

type Kept = { writes: string[]; jobs: string[]; waiting: string[] };

/** Sends all requests at once and kills the server after some of them were acknowledged; returns those. */
async function killWhileWriting(server: ServerProcess, dataDir: string, round: number) {
  const address = await server.address;
  const acknowledged: string[] = [];
  // Spread over the rounds, so that the blow falls early and late.
  const killAfter = Math.round((requestsPerRound * (round + 0.5)) / (rounds + 1));
  const killDatabaseToo = round % 2 === 1;
  const postgres = Number(await postgresPid(dataDir));
  const requests = Array.from({ length: requestsPerRound }, async (_, index) => {
    const id = `${index % 2 === 0 ? 'write' : 'job'}/${round}-${index}`;
    const response = await fetch(`${address}/fault-test/${id}`, { method: 'POST' });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${id} answered ${response.status}`);
    if (acknowledged.push(id) === killAfter) {
      server.child.kill('SIGKILL');
      if (killDatabaseToo) process.kill(postgres, 'SIGKILL');
    }
  });
  const outcomes = await Promise.allSettled(requests);
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
  expect(acknowledged.length).toBeGreaterThan(rounds);
  survivor.child.kill('SIGTERM');
  expect(await survivor.exit).toBe(0);
}, 240_000);
