/** Preloaded into every measured server: replies to each message with the CPU time used so far. */
process.on('message', () => process.send?.(process.cpuUsage()));
