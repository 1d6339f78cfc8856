import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Meter, ObservableGauge } from '@opentelemetry/api';
import type pg from 'pg';
import type { Figures, Measure } from './database-metrics.ts';

export type Watched = {
  pools: Record<string, pg.Pool>;
  openStreams: () => number;
  replicaLagMs: (() => number) | undefined;
  measures: readonly Measure[];
  /** Metrics of the shared database; undefined while it does not answer. */
  figures: () => Promise<Figures | undefined>;
};

const resolutionMs = 20;

/** Creates the metrics that are read at the time of a scrape. */
export function createGauges(meter: Meter, watched: Watched) {
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description });
  watchProcess(meter, gauge);
  const connections = gauge('db_pool_connections', 'Connections to the database, by pool and state');
  const waiting = gauge('db_pool_waiting', 'Those who wait for a connection');
  const streams = gauge('streams_open', 'Streams of server-sent events that are open');
  const replicaLag = gauge('db_replica_lag_seconds', 'How old what the read replica says may be');
  meter.addBatchObservableCallback(
    (result) => {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(watched.pools)) {
        result.observe(connections, idleCount, { pool, state: 'idle' });
        result.observe(connections, totalCount - idleCount, { pool, state: 'busy' });
        result.observe(waiting, waitingCount, { pool });
      }
      result.observe(streams, watched.openStreams());
      if (watched.replicaLagMs) result.observe(replicaLag, watched.replicaLagMs() / 1000);
    },
    [connections, waiting, streams, replicaLag],
  );

  const shared = {
    up: gauge('db_up', 'Whether the database answers'),
    jobsWaiting: gauge(
      'jobs_waiting',
      'Jobs on the queue that no worker has taken; the same of every process',
    ),
    jobsFailed: gauge('jobs_failed', 'Jobs that are given up; the same of every process'),
    jobsAge: gauge(
      'jobs_oldest_due_seconds',
      'How long the oldest due job has waited; the same of every process',
    ),
    replication: gauge('replication_lag_seconds', 'How far replicas are behind, as the primary sees it'),
    backupAge: gauge('backup_age_seconds', 'Since the newest backup of BACKUP_DIR'),
    backupPeriod: gauge('backup_period_seconds', 'How often there should be one'),
  };
  const measured = watched.measures.flatMap(({ descriptions }) =>
    Object.entries(descriptions).map(([name, description]) => [name, gauge(name, description)] as const),
  );
  const observed = [...Object.values(shared), ...measured.map(([, of]) => of)];
  meter.addBatchObservableCallback(async (result) => {
    const figures = await watched.figures();
    result.observe(shared.up, figures ? 1 : 0);
    if (!figures) return;
    for (const { job, waiting: count, failed, oldestDueSeconds } of figures.jobs) {
      result.observe(shared.jobsWaiting, count, { task: job });
      result.observe(shared.jobsFailed, failed, { task: job });
      result.observe(shared.jobsAge, oldestDueSeconds, { task: job });
    }
    for (const [name, of] of measured) result.observe(of, figures.measured[name] as number);
    for (const { replica, seconds } of figures.replication)
      result.observe(shared.replication, seconds, { replica });
    if (!figures.backup) return;
    result.observe(shared.backupAge, figures.backup.ageSeconds);
    result.observe(shared.backupPeriod, figures.backup.periodSeconds);
  }, observed);
}

function watchProcess(meter: Meter, gauge: (name: string, description: string) => ObservableGauge) {
  const lag = gauge('event_loop_lag_seconds', 'How late timers ran since the last look');
  const busy = gauge(
    'event_loop_busy_ratio',
    'The part of the time since the last look that was spent working',
  );
  const memory = gauge('process_resident_memory_bytes', 'Memory of the process');
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  meter.addBatchObservableCallback(
    (result) => {
      // The histogram includes the requested timer interval, which is subtracted.
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
      result.observe(lag, late(delay.percentile(50)), { quantile: '0.5' });
      result.observe(lag, late(delay.percentile(99)), { quantile: '0.99' });
      delay.reset();
      const now = performance.eventLoopUtilization();
      result.observe(busy, performance.eventLoopUtilization(now, before).utilization);
      before = now;
      result.observe(memory, process.memoryUsage.rss());
    },
    [lag, busy, memory],
  );
}
