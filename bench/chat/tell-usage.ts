/** Preloaded into every measured server: answers each message with the processor time and memory used so far. */
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  process.send?.({ cpu: process.cpuUsage(), kept: heapUsed + external, arrayBuffers, rss });
});
