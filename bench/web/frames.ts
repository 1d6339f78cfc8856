import type { CDPSession, Page } from '@playwright/test';

/** Two frames of a 60 Hz screen. */
export const smoothMs = 33.4;

/**
 * Frame times in milliseconds: median, 95th percentile, longest; share of late frames; main thread CPU time per
 * frame.
 */
export type Frames = {
  count: number;
  half: number;
  most: number;
  worst: number;
  late: number;
  processor: number;
};

/**
 * A DevTools session that reports the main thread's CPU time, which is more reliable than wall time on a busy
 * machine.
 */
export async function openThread(page: Page) {
  const device = await page.context().newCDPSession(page);
  await device.send('Performance.enable', { timeDomain: 'threadTicks' });
  return device;
}

async function processorMs(device: CDPSession) {
  const { metrics } = await device.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Measures the frames while `work` runs. */
export async function framesOf(page: Page, device: CDPSession, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const kept = { times: [] as number[], goesOn: true };
    Object.assign(window, { kept });
    const record = (time: number) => {
      kept.times.push(time);
      if (kept.goesOn) requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });
  const before = await processorMs(device);
  await work();
  const spent = (await processorMs(device)) - before;
  const times = await page.evaluate(() => {
    const { kept } = window as unknown as { kept: { times: number[]; goesOn: boolean } };
    kept.goesOn = false;
    return kept.times;
  });
  const frames = times
    .slice(1)
    .map((time, at) => time - (times[at] as number))
    .sort((a, b) => a - b);
  const quantile = (share: number) =>
    frames[Math.min(frames.length - 1, Math.floor(frames.length * share))] ?? 0;
  return {
    count: frames.length,
    half: quantile(0.5),
    most: quantile(0.95),
    worst: quantile(1),
    late: frames.filter((frame) => frame > smoothMs).length / frames.length,
    processor: spent / frames.length,
  };
}
