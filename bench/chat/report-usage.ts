import { collectGarbage } from '../tools/collect-garbage.ts';

/** Preloaded into every measured server: replies to each message with the CPU time and memory used so far. */
process.on('message', () => {
  // Read before the garbage collection, whose CPU time is not part of the measurement.
  const cpu = process.cpuUsage();
  collectGarbage();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  process.send?.({ cpu, kept: heapUsed + external, arrayBuffers, rss });
});
