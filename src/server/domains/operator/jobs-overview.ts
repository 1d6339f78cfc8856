import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import type { Paging } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { JobItem } from '#shared/operator.ts';

type State = JobItem['state'];
type Row = Omit<JobItem, 'run_at' | 'created_at'> & { run_at: string; created_at: string };

const state = sql`case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'failed'
  else 'waiting' end`;

/** The job queue; payloads are not read. */
export async function listJobs(
  tx: Tx,
  { state: requestedState, page, page_size }: Paging & { state?: State | undefined },
) {
  const counted = await tx.execute<{ state: State; count: number }>(
    sql`select ${state} as state, count(*)::int as count from graphile_worker.jobs group by 1`,
  );
  const counts = { waiting: 0, running: 0, failed: 0 };
  for (const row of counted.rows) counts[row.state] = row.count;
  const { rows } = await tx.execute<Row>(sql`
    select id::text, task_identifier as name, ${state} as state, attempts::int, max_attempts::int, run_at, created_at,
      last_error
    from graphile_worker.jobs
    where ${requestedState ?? null}::text is null or ${state} = ${requestedState ?? null}
    order by graphile_worker.jobs.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`);
  const list = rows.map((row) => ({
    ...row,
    run_at: new Date(row.run_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    last_error: row.last_error && shortError(row.last_error),
  }));
  const total = requestedState ? counts[requestedState] : counts.waiting + counts.running + counts.failed;
  return { list, total, page, page_size, counts };
}

/** The first line of an error; long digit sequences are removed, because they might be phone numbers. */
const shortError = (error: string) =>
  (error.split('\n')[0] ?? '').slice(0, 300).replace(/\d[\d\s-]{5,}\d/g, '…');

/** Restarts all attempts of a job, from now. A running or finished job is not changed. */
export async function retryJob(tx: Tx, id: string): Promise<{ name: string }> {
  const { rows } = await tx.execute<{ name: string; running: boolean }>(sql`
    select task_identifier as name, locked_at is not null as running from graphile_worker.jobs
    where id = ${id}::bigint`);
  const [job] = rows;
  if (!job) throw new AppError('notFound');
  const rescheduled = await tx.execute(sql`
    select id from graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)`);
  if (job.running || rescheduled.rows.length === 0) throw new AppError('conflict');
  return { name: job.name };
}
