import { beforeEach, describe, expect, it } from 'vitest';
import { timeoutMs, visitHarness } from '../harness/visit.ts';
import type { LottieProps } from './lottie.tsx';
import { hoverConflictMessage } from './lottie-options.ts';

const visit = visitHarness();
const { errors, open, events, happens } = visit;

/** 24 frames in 400 ms of a square that does not move. */
const square = (() => {
  const fixed = (k: unknown) => ({ a: 0, k });
  const ks = { p: fixed([0, 0]), a: fixed([0, 0]), s: fixed([100, 100]), r: fixed(0), o: fixed(100) };
  const it = [
    { ty: 'rc', p: fixed([25, 25]), s: fixed([20, 20]), r: fixed(0) },
    { ty: 'fl', c: fixed([1, 0, 0]), o: fixed(100) },
    { ty: 'tr', ...ks },
  ];
  const layer = { ty: 4, ind: 1, ip: 0, op: 24, st: 0, ks, shapes: [{ ty: 'gr', it }] };
  return { v: '5.13.0', fr: 60, ip: 0, op: 24, w: 100, h: 50, assets: [], layers: [layer] };
})();

const show = (props: LottieProps | undefined) =>
  visit.page.evaluate((lottieProps) => {
    window.stage?.events.splice(0);
    window.stage?.lottie(lottieProps);
  }, props);
const frames = () =>
  visit.page.evaluate(() =>
    (window.stage?.events ?? [])
      .filter((event) => event.startsWith('frame'))
      .map((event) => Number(event.slice(6))),
  );
const inState = (state: string) =>
  visit.page.waitForSelector(`[data-state=${state}]`, { timeout: timeoutMs });
const state = () => visit.page.getAttribute('[data-state]', 'data-state');
const drawn = () => visit.page.waitForSelector('[data-state] svg', { state: 'attached', timeout: timeoutMs });
const posterOpacity = () =>
  visit.page.getByText('poster').evaluate((el) => getComputedStyle(el.parentElement as Element).opacity);

describe('Lottie', () => {
  beforeEach(() => open('/stage'));

  it('a numeric loop plays that many times in total', async () => {
    await show({ animationData: square, loop: 3 });
    await happens('complete');
    expect(await events()).toEqual(['loop', 'loop', 'complete']);
    await inState('paused');
    await show({ animationData: square, loop: 1 });
    await happens('complete');
    expect(await events()).toEqual(['complete']);
    expect([...errors]).toEqual([]);
  });

  it('reverse plays the requested number of times', async () => {
    await show({ animationData: square, loop: 2, direction: 'reverse' });
    await happens('complete');
    expect(await events()).toEqual(['loop', 'complete']);
    expect(await frames().then((all) => all.at(-1))).toBe(0);
    expect(await turns()).toEqual(['down', 'down']);
  });

  it('alternate changes direction at the end of each loop', async () => {
    await show({ animationData: square, loop: 3, direction: 'alternate' });
    await happens('complete');
    expect(await events()).toEqual(['loop', 'loop', 'complete']);
    expect(await turns()).toEqual(['up', 'down', 'up']);
  });

  /**
   * The directions of the runs of frames: a run ends where the direction changes or the frame jumps back to
   * the start.
   */
  async function turns() {
    const runs: string[] = [];
    const all = (await frames()).slice(
      (await frames()).findIndex((frame, at, list) => at > 1 && frame !== list[at - 1]) - 1,
    );
    for (let at = 1; at < all.length; at += 1) {
      const step = (all[at] as number) - (all[at - 1] as number);
      if (step === 0) continue;
      // A jump of nearly the whole length begins a new run.
      if (Math.abs(step) > 20) runs.push('');
      else {
        const way = step > 0 ? 'up' : 'down';
        if (runs.at(-1) === '') runs[runs.length - 1] = way;
        else if (runs.at(-1) !== way) runs.push(way);
      }
    }
    return runs;
  }

  it('waits for the delay', async () => {
    await show({ animationData: square, delay: 1200 });
    await drawn();
    await visit.page.waitForTimeout(250);
    expect(await state()).toBe('waiting');
    expect(await posterOpacity()).toBe('1');
    await inState('playing');
    await expect.poll(posterOpacity).toBe('0');
  });

  it('responds to play, pause and stop', async () => {
    await show({ animationData: square, autoplay: false });
    await drawn();
    await visit.page.waitForTimeout(100);
    expect(await state()).toBe('waiting');
    await visit.page.evaluate(() => window.stage?.lottieHandle?.play());
    await inState('playing');
    await happens('loop');
    await visit.page.evaluate(() => window.stage?.lottieHandle?.pause());
    await inState('paused');
    const before = (await frames()).length;
    await visit.page.waitForTimeout(120);
    expect((await frames()).length).toBe(before);
    await visit.page.evaluate(() => window.stage?.lottieHandle?.stop());
    await expect.poll(async () => (await frames()).at(-1)).toBe(0);
  });

  it('pauses or plays while the pointer hovers over it', async () => {
    await show({ animationData: square, pauseOnHover: true });
    await inState('playing');
    await visit.page.hover('[data-state]');
    await inState('paused');
    await visit.page.mouse.move(600, 700);
    await inState('playing');
    await show({ animationData: square, playOnHover: true });
    await inState('waiting');
    await drawn();
    await visit.page.waitForTimeout(100);
    expect(await state()).toBe('waiting');
    await visit.page.hover('[data-state]');
    await inState('playing');
    await visit.page.mouse.move(600, 700);
    await inState('paused');
    expect([...errors]).toEqual([]);
  });

  it('pauseAnimation pauses without a restart, and logs a conflict with hover options', async () => {
    await show({ animationData: square });
    await inState('playing');
    const svg = await drawn();
    await visit.page.evaluate(() => window.stage?.lottie({ ...window.stage.shown, pauseAnimation: true }));
    await inState('paused');
    expect(await svg.evaluate((element) => element.isConnected)).toBe(true);
    await visit.page.evaluate(() => window.stage?.lottie({ ...window.stage.shown, pauseAnimation: false }));
    await inState('playing');
    expect([...errors]).toEqual([]);
    await visit.page.evaluate(() =>
      window.stage?.lottie({ ...window.stage.shown, pauseAnimation: true, playOnHover: true }),
    );
    await expect.poll(() => [...errors]).toEqual([hoverConflictMessage]);
  });

  it('logs a failed fetch and shows the poster', async () => {
    await show({ animationLink: '/animations/none.json' });
    await inState('failed');
    expect([...errors].join('\n')).toContain('應用層錯誤: animation did not load');
    expect(await posterOpacity()).toBe('1');
    errors.clear();
    await visit.page.route('**/odd.json', (route) => route.fulfill({ json: { hello: 1 } }));
    await show({ animationLink: '/odd.json' });
    await expect.poll(() => [...errors].join('\n')).toContain('Not a Lottie animation');
  });

  it('logs invalid options and shows the poster', async () => {
    await show({ animationData: square, speed: 0 });
    await expect.poll(() => [...errors]).toEqual(['Speed must be greater than 0']);
    await show({});
    await expect
      .poll(() => [...errors])
      .toEqual(['Speed must be greater than 0', 'You must provide either animationLink or animationData']);
    expect(await posterOpacity()).toBe('1');
    await show({ animationData: square, speed: 2 });
    await inState('playing');
  });

  it('cleans up when its options change and when it is removed', async () => {
    await show({ animationData: square });
    await inState('playing');
    const first = await drawn();
    await show({ animationData: square, direction: 'reverse' });
    await expect.poll(() => first.evaluate((svg) => svg.isConnected)).toBe(false);
    await inState('playing');
    expect(await visit.page.locator('[data-state] svg').count()).toBe(1);
    await show(undefined);
    await visit.page.waitForSelector('[data-state]', { state: 'detached' });
    const before = (await frames()).length;
    await visit.page.waitForTimeout(150);
    expect((await frames()).length).toBe(before);
    await show({ animationLink: '/animations/desk.json' });
    await show(undefined);
    await visit.page.waitForTimeout(150);
    expect([...errors]).toEqual([]);
  });

  it('loads only when it comes into view, and pauses out of view', async () => {
    const requests: string[] = [];
    visit.page.on('request', (request) => requests.push(request.url()));
    await visit.page.evaluate(() => {
      (document.querySelector('h1') as HTMLElement).style.marginBottom = '200vh';
    });
    await show({ animationLink: '/animations/desk.json', label: '一頁筆跡被擦走' });
    await visit.page.waitForTimeout(250);
    expect(requests).toEqual([]);
    await visit.page.locator('[data-state]').scrollIntoViewIfNeeded();
    await inState('playing');
    expect(requests.some((url) => url.includes('lottie_light'))).toBe(true);
    expect(await visit.page.getByRole('img', { name: '一頁筆跡被擦走' }).count()).toBe(1);
    await visit.page.evaluate(() => scrollTo(0, 0));
    await inState('paused');
    expect([...errors]).toEqual([]);
  });
});

it('with reduced motion Lottie does not play until requested', async () => {
  await open('/stage', { calm: true });
  await show({ animationData: square });
  await visit.page.waitForTimeout(250);
  expect(await visit.page.locator('[data-state] svg').count()).toBe(0);
  expect(await posterOpacity()).toBe('1');
  await visit.page.evaluate(() => window.stage?.lottieHandle?.play());
  await inState('playing');
});
