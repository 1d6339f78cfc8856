import type { CDPSession, Page } from '@playwright/test';

/** Two frames of a screen of 60 a second. */
export const smoothMs = 33.4;

/** What the frames took, in milliseconds, and the processor time that the page's own thread took for each. */
export type Frames = {
  count: number;
  half: number;
  most: number;
  worst: number;
  late: number;
  processor: number;
};

/** The page's own thread, whose processor time can be asked for: on a busy machine it tells more than the clock. */
export async function openThread(page: Page) {
  const device = await page.context().newCDPSession(page);
  await device.send('Performance.enable', { timeDomain: 'threadTicks' });
  return device;
}

async function processorMs(device: CDPSession) {
  const { metrics } = await device.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** What the frames took while something was done. */
export async function framesOf(page: Page, device: CDPSession, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const kept = { times: [] as number[], goesOn: true };
    Object.assign(window, { kept });
    const note = (time: number) => {
      kept.times.push(time);
      if (kept.goesOn) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
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
  const part = (share: number) => frames[Math.min(frames.length - 1, Math.floor(frames.length * share))] ?? 0;
  return {
    count: frames.length,
    half: part(0.5),
    most: part(0.95),
    worst: part(1),
    late: frames.filter((frame) => frame > smoothMs).length / frames.length,
    processor: spent / frames.length,
  };
}
