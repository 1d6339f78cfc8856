import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';

export type QueueFigure = { job: string; waiting: number; failed: number; oldestDueSeconds: number };

/** Per kind of job: waiting jobs, permanently failed ones, and how long the oldest due job has waited. */
export async function queueMetrics(db: Db): Promise<QueueFigure[]> {
  const isWaiting = sql`locked_at is null and attempts < max_attempts`;
  const { rows } = await db.execute<QueueFigure>(sql`
    select task_identifier as job,
      count(*) filter (where ${isWaiting})::int as waiting,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where ${isWaiting} and run_at <= now())), 0)::float8
        as "oldestDueSeconds"
    from graphile_worker.jobs group by 1 order by 1`);
  return rows;
}
