import { Logger as GraphileLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/** graphile-worker's messages in our log; what it tells about every job is for debugging only. */
export function quietGraphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message) => {
    if (level === 'error') log.error({ from: 'jobs' }, message);
    else if (level === 'warning') log.warn({ from: 'jobs' }, message);
    else log.debug({ from: 'jobs' }, message);
  });
}
