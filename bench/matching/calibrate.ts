/** Work that never changes, so that figures of a busy machine can be read: how long it takes by the clock and by the processor. */
export function calibrate() {
  const before = process.threadCpuUsage();
  const begun = performance.now();
  let value = 1;
  for (let step = 0; step < 1e8; step++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  const wall = performance.now() - begun;
  const { user, system } = process.threadCpuUsage(before);
  return { wall, cpu: (user + system) / 1000, value };
}
