import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

type Running = { address: Promise<string>; kill(): Promise<void> };
type Saved = { writes: string[]; jobs: string[]; waiting: string[] };
type Options<Server extends Running> = {
  /** Starts tests/fault-server.ts on `dataDir`. */
  start: () => Server;
  dataDir: string;
  rounds: number;
  /** Concurrent requests, half of them writes and half jobs. */
  writers: number;
};

/** Kills a server repeatedly while clients write, then compares what it acknowledged with what is stored. */
export async function outliveKills<Server extends Running>({
  start,
  dataDir,
  rounds,
  writers,
}: Options<Server>) {
  const acknowledged: string[] = [];
  const unanswered: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // The kill comes early in some rounds and late in others.
    const killAfter = 20 + Math.round((360 * round) / (rounds - 1));
    // In every second round PostgreSQL is killed too, and has to recover from its write-ahead log.
    const withDatabase = round % 2 === 1;
    const outcome = await killWhileWriting(start(), { dataDir, round, writers, killAfter, withDatabase });
    acknowledged.push(...outcome.acknowledged);
    unanswered.push(outcome.unanswered);
  }

  const survivor = start();
  const address = await survivor.address;
  const saved = async () => (await (await fetch(`${address}/fault-test/kept`)).json()) as Saved;
  const deadline = Date.now() + 40_000;
  while ((await saved()).waiting.length > 0 && Date.now() < deadline) await sleep(200);
  const { writes, jobs, waiting } = await saved();
  const found = new Set([...writes.map((id) => `write/${id}`), ...jobs.map((id) => `job/${id}`)]);
  return {
    survivor,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !found.has(id)),
    waiting,
    /** In how many rounds the kill left requests unanswered. */
    interrupted: unanswered.filter((count) => count > 0).length,
  };
}

type KillOptions = {
  dataDir: string;
  round: number;
  writers: number;
  killAfter: number;
  withDatabase: boolean;
};

async function killWhileWriting(
  server: Running,
  { dataDir, round, writers, killAfter, withDatabase }: KillOptions,
) {
  const address = await server.address;
  const postgres = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  const acknowledged: string[] = [];
  let killed: Promise<void> | undefined;

  async function keepWriting(writer: number) {
    for (let count = 0; !killed; count++) {
      const id = `${writer % 2 === 0 ? 'write' : 'job'}/${round}-${writer}-${count}`;
      const response = await fetch(`${address}/fault-test/${id}`, { method: 'POST' });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${id} answered ${response.status}`);
      if (acknowledged.push(id) !== killAfter) continue;
      killed = server.kill();
      if (withDatabase) process.kill(postgres, 'SIGKILL');
    }
  }

  const outcomes = await Promise.allSettled(
    Array.from({ length: writers }, (_, writer) => keepWriting(writer)),
  );
  await killed;
  return { acknowledged, unanswered: outcomes.filter(({ status }) => status === 'rejected').length };
}
