/** Measures the processor time in ms of all threads of this process, which does not depend on other load. */
export function processorTime() {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
