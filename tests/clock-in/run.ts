import { setTimeout as sleep } from 'node:timers/promises';
import type { Op } from './model.ts';
import type { Teacher } from './school.ts';
import { type Answer, tapAway } from './storm.ts';

export type Running = { address: Promise<string>; kill: () => Promise<void> };

/** Load test: many connections clock in concurrently while the server is killed and restarted. */
export async function stormOver(
  start: () => Running,
  options: {
    teachers: readonly Teacher[];
    taps: number;
    connections: number;
    kills: number;
    days: number;
    stopsIn: number;
    randomOf: (connection: number) => () => number;
  },
) {
  const { teachers, taps, connections, kills, days, stopsIn, randomOf } = options;
  const answers: Answer[] = [];
  const begun: Op[] = [];
  let unanswered = 0;
  let running = start();
  await running.address;
  let isRunning = true;
  let killed = 0;

  const killing = (async () => {
    while (isRunning && killed < kills) {
      // Spreads the kills over the whole load test.
      if (answers.length < ((killed + 1) * taps) / (kills + 1)) {
        await sleep(20);
        continue;
      }
      killed++;
      await running.kill();
      running = start();
      await running.address;
    }
  })();
  await Promise.all([
    ...Array.from({ length: connections }, (_, at) =>
      tapAway(
        {
          address: () => running.address,
          teachers,
          random: randomOf(at),
          begun,
          days,
          stopsIn,
          heard: (answer) => answers.push(answer),
          lost: () => unanswered++,
        },
        Math.ceil(taps / connections),
      ),
    ),
  ]).finally(() => {
    isRunning = false;
  });
  await killing;
  return { answers, unanswered, killed, running };
}
