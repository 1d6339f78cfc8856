import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { createClient } from './client.ts';
import { drawPaper } from './papers.ts';

type Running = { pid: number; address: Promise<string>; kill(): Promise<void> };
type Options = {
  start: () => Running;
  databaseUrl: () => Promise<string>;
  pages: number;
  kills: number;
  size: { width: number; height: number };
  mobile: string;
};

export type Verdict = {
  done: number;
  failed: number;
  /** Pages that do not have exactly one version. */
  notOnce: number;
  charged: number;
  held: number;
  used: number;
  remaining: number;
  attemptsLost: number;
  /** Child processes of the killed servers, and how many of them survived their server. */
  workers: number;
  orphans: number;
};

/** Runs one task while the server is killed repeatedly. */
export async function surviveKills({
  start,
  databaseUrl,
  pages,
  kills,
  size,
  mobile,
}: Options): Promise<Verdict> {
  let running = start();
  const client = createClient(() => running.address);
  await client.logIn(mobile);
  const files: number[] = [];
  for (let seed = 1; seed <= pages; seed++)
    files.push(await client.upload(await drawPaper({ ...size, seed }), `paper ${seed}.jpg`));
  const task = await client.start(files);
  const workers: string[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await client.until(task.id, Math.floor((pages * kill) / (kills + 1)) - 1, 120_000);
    workers.push(...(await workersOf(running.pid)));
    await running.kill();
    running = start();
    await running.address;
  }
  const end = await client.until(task.id, pages, 60_000 + pages * 15_000);
  const profile = await client.call<{ remaining_count: number }>('GET', '/api_ai/user/profile');
  const alive = await Promise.all(workers.map(isWorker));
  const pool = new pg.Pool({ connectionString: await databaseUrl(), max: 1 });
  try {
    return {
      done: end.pages_done,
      failed: end.pages_failed,
      ...(await judge(pool, task.id)),
      remaining: profile.remaining_count,
      workers: workers.length,
      orphans: alive.filter(Boolean).length,
    };
  } finally {
    await pool.end();
  }
}

export async function judge(pool: pg.Pool, task: number) {
  const { rows } = await pool.query(
    `select count(*) filter (where made <> 1 or versions <> 1)::int as "notOnce",
       count(charged_at)::int as charged
     from (select charged_at, versions,
         (select count(*) from eraser_versions where page_id = eraser_pages.id) as made
       from eraser_pages where task_id = $1) pages`,
    [task],
  );
  const { rows: quota } = await pool.query(
    `select sum(used)::int as used, sum(held)::int as held from quota_grants
     where user_id = (select user_id from eraser_tasks where id = $1)`,
    [task],
  );
  // Each attempt queues a cleanup job; attempts beyond one per page were superseded or killed.
  const { rows: attempts } = await pool.query(
    `select count(*)::int as made from graphile_worker.jobs join graphile_worker._private_jobs using (id)
     where task_identifier = 'remove_unused_eraser_files' and payload::text like '%-original%'`,
  );
  return { ...rows[0], ...quota[0], attemptsLost: attempts[0].made - rows[0].charged };
}

/** The child processes in which a server works on pages. */
export async function workersOf(server: number) {
  const workers: string[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    const status = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '') : '';
    if (status.includes(`\nPPid:\t${server}\n`) && (await isWorker(pid))) workers.push(pid);
  }
  return workers;
}

const isWorker = async (pid: string) =>
  /workshop-process|intake\/reader/.test(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
