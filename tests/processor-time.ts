/** Milliseconds of the processor since it was begun, of all threads here: how busy the machine is otherwise is no matter. */
export function processorTime() {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
