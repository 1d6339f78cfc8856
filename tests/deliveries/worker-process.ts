import { deliverJobs, keepDelivering } from '#server/domains/delivery/job.ts';
import { readEvents } from '#server/domains/messages/told-outside.ts';
import { pushChannel } from '#server/domains/push/channel.ts';
import { vapidKeysOf } from '#server/domains/push/deliver.ts';
import { openDatabase } from '#server/ground/db/db.ts';
import { startWorker } from '#server/ground/jobs/jobs.ts';
import { silentLog } from '#tests/database.ts';
import { testKey } from '#tests/people.ts';

// The worker of the deliveries alone, in a process of its own, which a test kills while it sends.
const [url = ''] = process.argv.slice(2);
const database = openDatabase(url, { log: silentLog, poolSize: 8 });
const sender = {
  vapid: vapidKeysOf(testKey),
  contact: 'mailto:desk@mingshi.example',
  reach: 'anywhere' as const,
};
const engine = {
  readEvents,
  choicesOf: async () => new Map(),
  quietHours: undefined,
  ...{ sendMs: 2_000, leaseMs: 4_000 },
};
const jobs = deliverJobs(engine, [pushChannel(sender, database.db)]);
await startWorker({ database, jobs, log: silentLog, sweepIntervalMs: 250 });
await keepDelivering(database);
