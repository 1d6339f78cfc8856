import { z } from 'zod';
import type { Database } from '#server/ground/db/db.ts';
import { addJob, defineJob, type Job } from '#server/ground/jobs/jobs.ts';
import { type DeliveryChannelName, deliveryChannels } from '#shared/notices/delivery-rules.ts';
import type { DeliveryChannel } from './channel.ts';
import { deliverDue, type Engine, tidyDeliveries } from './deliver.ts';

const everyMs = 1_000;
const tidyEveryMs = 60 * 60_000;

const named = (name: DeliveryChannelName) => ({ name: `deliver_${name}`, payload: z.object({}) });
export const deliverJobNames = deliveryChannels.map((name) => named(name).name);

/**
 * One job per channel, each with a place of its own among the jobs that run at the same time: a channel that is slow or
 * down delays neither another channel nor another job. Each queues itself again, so that one of each is always there.
 */
export const deliverJobs = (engine: Engine, channels: readonly DeliveryChannel[]): Job[] =>
  deliveryChannels.map((name) => {
    const channel = channels.find((one) => one.name === name);
    let tidyAt = 0;
    return defineJob({
      ...named(name),
      async run(_payload, work) {
        const { database, log } = work;
        let pause = everyMs;
        try {
          if (!(await deliverDue(engine, { name, channel }, work))) pause = 0;
          if (performance.now() >= tidyAt) {
            await tidyDeliveries(database);
            tidyAt = performance.now() + tidyEveryMs;
          }
        } catch (error) {
          log.error({ err: error, channel: name }, 'deliveries could not be worked off');
          pause = 10 * everyMs;
        }
        await queueDelivering(database, name, new Date(Date.now() + pause));
      },
    });
  });

const queueDelivering = (database: Database, name: DeliveryChannelName, runAt: Date) =>
  database.transaction((tx) => addJob(tx, named(name), {}, { key: `deliver ${name}`, runAt }));

/** Called at every process start. */
export async function keepDelivering(database: Database) {
  for (const name of deliveryChannels) await queueDelivering(database, name, new Date());
}
