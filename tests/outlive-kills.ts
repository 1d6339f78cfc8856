import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

type Running = { address: Promise<string>; kill(): Promise<void> };
type Kept = { writes: string[]; jobs: string[]; waiting: string[] };
type Given<Server extends Running> = {
  /** tests/fault-server.ts on the folder. */
  start: () => Server;
  dataDir: string;
  rounds: number;
  /** Requests in the air, half of them writes and half jobs. */
  writers: number;
};

/** A server that is killed again and again while it is written to; what it acknowledged is held against what is kept. */
export async function outliveKills<Server extends Running>({
  start,
  dataDir,
  rounds,
  writers,
}: Given<Server>) {
  const acknowledged: string[] = [];
  const unanswered: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Early in some rounds and late in others.
    const killAfter = 20 + Math.round((360 * round) / (rounds - 1));
    // In every second round the database falls too, and has to recover from its log.
    const withDatabase = round % 2 === 1;
    const outcome = await killWhileWriting(start(), { dataDir, round, writers, killAfter, withDatabase });
    acknowledged.push(...outcome.acknowledged);
    unanswered.push(outcome.unanswered);
  }

  const survivor = start();
  const address = await survivor.address;
  const look = async () => (await (await fetch(`${address}/fault-test/kept`)).json()) as Kept;
  const deadline = Date.now() + 40_000;
  while ((await look()).waiting.length > 0 && Date.now() < deadline) await sleep(200);
  const { writes, jobs, waiting } = await look();
  const found = new Set([...writes.map((id) => `write/${id}`), ...jobs.map((id) => `job/${id}`)]);
  return {
    survivor,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !found.has(id)),
    waiting,
    /** In how many rounds the blow fell in the middle of writing. */
    interrupted: unanswered.filter((count) => count > 0).length,
  };
}

type Blow = { dataDir: string; round: number; writers: number; killAfter: number; withDatabase: boolean };

async function killWhileWriting(server: Running, { dataDir, round, writers, killAfter, withDatabase }: Blow) {
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
