import { collectGarbage } from '../tools/collect-garbage.ts';

/** Preloaded into every measured server: answers each message with the processor time and memory used so far. */
process.on('message', () => {
  // Before the collection: it is not what is measured, and costs by the size of a process.
  const cpu = process.cpuUsage();
  collectGarbage();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  process.send?.({ cpu, kept: heapUsed + external, arrayBuffers, rss });
});
