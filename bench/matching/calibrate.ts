/** A fixed amount of work, to judge how busy the machine is: wall time and CPU time. */
export function calibrate() {
  const before = process.threadCpuUsage();
  const startedAt = performance.now();
  let value = 1;
  for (let step = 0; step < 1e8; step++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  const wall = performance.now() - startedAt;
  const { user, system } = process.threadCpuUsage(before);
  return { wall, cpu: (user + system) / 1000, value };
}
