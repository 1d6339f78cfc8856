import axe from 'axe-core';
import { type Browser, type ConsoleMessage, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { zhHant as words } from '#web/all-words.ts';
import { serveHarness } from './harness/serve.ts';
import type { LottieProps } from './lottie.tsx';
import { hoverConflictMessage } from './lottie-options.ts';

const { ui } = words;
/** What is waited for comes; on a busy machine it takes its time. */
const patienceMs = 30_000;
/** 24 frames in 400 ms: a square that is simply there. */
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

let harness: Awaited<ReturnType<typeof serveHarness>>;
let browser: Browser;
let page: Page;
/** What the console said; twice where React's StrictMode runs an effect twice. */
const errors = new Set<string>();

afterAll(async () => {
  await browser?.close();
  harness?.close();
});

async function open(path: string, { width = 1280, height = 900, dark = false, calm = false } = {}) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: calm ? 'reduce' : 'no-preference',
  });
  errors.clear();
  await page.goto(harness.url + path);
  if (path === '/stage') await page.waitForFunction(() => window.stage);
}

beforeAll(async () => {
  harness = await serveHarness();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const context = await browser.newContext();
  page = await context.newPage();
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.add(message.text());
  });
  page.on('pageerror', (error) => errors.add(error.message));
});

const show = (props: LottieProps | undefined) =>
  page.evaluate((given) => {
    window.stage?.events.splice(0);
    window.stage?.lottie(given);
  }, props);
const events = () =>
  page.evaluate(() => window.stage?.events.filter((event) => !event.startsWith('frame')) ?? []);
const frames = () =>
  page.evaluate(() =>
    (window.stage?.events ?? [])
      .filter((event) => event.startsWith('frame'))
      .map((event) => Number(event.slice(6))),
  );
const happens = (what: string) =>
  page.waitForFunction((wanted) => window.stage?.events.includes(wanted), what, { timeout: patienceMs });
const inState = (state: string) => page.waitForSelector(`[data-state=${state}]`, { timeout: patienceMs });
const state = () => page.getAttribute('[data-state]', 'data-state');
const drawn = () => page.waitForSelector('[data-state] svg', { state: 'attached', timeout: patienceMs });
const posterOpacity = () =>
  page.getByText('poster').evaluate((el) => getComputedStyle(el.parentElement as Element).opacity);

describe('Lottie', () => {
  beforeEach(() => open('/stage'));

  it('plays a numeric loop that many times: one less is repeated', async () => {
    await show({ animationData: square, loop: 3 });
    await happens('complete');
    expect(await events()).toEqual(['loop', 'loop', 'complete']);
    await inState('paused');
    await show({ animationData: square, loop: 1 });
    await happens('complete');
    expect(await events()).toEqual(['complete']);
    expect([...errors]).toEqual([]);
  });

  it('plays backwards as often as asked', async () => {
    await show({ animationData: square, loop: 2, direction: 'reverse' });
    await happens('complete');
    expect(await events()).toEqual(['loop', 'complete']);
    expect(await frames().then((all) => all.at(-1))).toBe(0);
    expect(await turns()).toEqual(['down', 'down']);
  });

  it('alternates at the end of each loop', async () => {
    await show({ animationData: square, loop: 3, direction: 'alternate' });
    await happens('complete');
    expect(await events()).toEqual(['loop', 'loop', 'complete']);
    expect(await turns()).toEqual(['up', 'down', 'up']);
  });

  /** The runs of frames: where a run ends, the direction turns, or the frame jumps back to where it began. */
  async function turns() {
    const runs: string[] = [];
    const all = (await frames()).slice(
      (await frames()).findIndex((frame, at, list) => at > 1 && frame !== list[at - 1]) - 1,
    );
    for (let at = 1; at < all.length; at += 1) {
      const step = (all[at] as number) - (all[at - 1] as number);
      if (step === 0) continue;
      // A jump of nearly the whole length is a new run, not a step.
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
    await page.waitForTimeout(250);
    expect(await state()).toBe('waiting');
    expect(await posterOpacity()).toBe('1');
    await inState('playing');
    await expect.poll(posterOpacity).toBe('0');
  });

  it('obeys play, pause and stop', async () => {
    await show({ animationData: square, autoplay: false });
    await drawn();
    await page.waitForTimeout(100);
    expect(await state()).toBe('waiting');
    await page.evaluate(() => window.stage?.lottieHandle?.play());
    await inState('playing');
    await happens('loop');
    await page.evaluate(() => window.stage?.lottieHandle?.pause());
    await inState('paused');
    const before = (await frames()).length;
    await page.waitForTimeout(120);
    expect((await frames()).length).toBe(before);
    await page.evaluate(() => window.stage?.lottieHandle?.stop());
    await expect.poll(async () => (await frames()).at(-1)).toBe(0);
  });

  it('pauses or plays under the pointer', async () => {
    await show({ animationData: square, pauseOnHover: true });
    await inState('playing');
    await page.hover('[data-state]');
    await inState('paused');
    await page.mouse.move(600, 700);
    await inState('playing');
    await show({ animationData: square, playOnHover: true });
    await inState('waiting');
    await drawn();
    await page.waitForTimeout(100);
    expect(await state()).toBe('waiting');
    await page.hover('[data-state]');
    await inState('playing');
    await page.mouse.move(600, 700);
    await inState('paused');
    expect([...errors]).toEqual([]);
  });

  it('pauses by property without starting anew, and says so when hovering is asked for too', async () => {
    await show({ animationData: square });
    await inState('playing');
    const svg = await drawn();
    await page.evaluate(() => window.stage?.lottie({ ...window.stage.shown, pauseAnimation: true }));
    await inState('paused');
    expect(await svg.evaluate((element) => element.isConnected)).toBe(true);
    await page.evaluate(() => window.stage?.lottie({ ...window.stage.shown, pauseAnimation: false }));
    await inState('playing');
    expect([...errors]).toEqual([]);
    await page.evaluate(() =>
      window.stage?.lottie({ ...window.stage.shown, pauseAnimation: true, playOnHover: true }),
    );
    await expect.poll(() => [...errors]).toEqual([hoverConflictMessage]);
  });

  it('logs a failed fetch and does not start', async () => {
    await show({ animationLink: '/animations/none.json' });
    await inState('failed');
    expect([...errors].join('\n')).toContain('應用層錯誤: animation did not load');
    expect(await posterOpacity()).toBe('1');
    errors.clear();
    await page.route('**/odd.json', (route) => route.fulfill({ json: { hello: 1 } }));
    await show({ animationLink: '/odd.json' });
    await expect.poll(() => [...errors].join('\n')).toContain('Not a Lottie animation');
  });

  it('logs wrong options and keeps the poster', async () => {
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

  it('cleans up when it changes and when it goes', async () => {
    await show({ animationData: square });
    await inState('playing');
    const first = await drawn();
    await show({ animationData: square, direction: 'reverse' });
    await expect.poll(() => first.evaluate((svg) => svg.isConnected)).toBe(false);
    await inState('playing');
    expect(await page.locator('[data-state] svg').count()).toBe(1);
    await show(undefined);
    await page.waitForSelector('[data-state]', { state: 'detached' });
    const before = (await frames()).length;
    await page.waitForTimeout(150);
    expect((await frames()).length).toBe(before);
    await show({ animationLink: '/animations/desk.json' });
    await show(undefined);
    await page.waitForTimeout(150);
    expect([...errors]).toEqual([]);
  });

  it('is loaded only in view, rests out of view', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.evaluate(() => {
      (document.querySelector('h1') as HTMLElement).style.marginBottom = '200vh';
    });
    await show({ animationLink: '/animations/desk.json', label: '一頁筆跡被擦走' });
    await page.waitForTimeout(250);
    expect(asked).toEqual([]);
    await page.locator('[data-state]').scrollIntoViewIfNeeded();
    await inState('playing');
    expect(asked.some((url) => url.includes('lottie_light'))).toBe(true);
    expect(await page.getByRole('img', { name: '一頁筆跡被擦走' }).count()).toBe(1);
    await page.evaluate(() => scrollTo(0, 0));
    await inState('paused');
    expect([...errors]).toEqual([]);
  });
});

it('Lottie keeps still for those who want no motion, until asked', async () => {
  await open('/stage', { calm: true });
  await show({ animationData: square });
  await page.waitForTimeout(250);
  expect(await page.locator('[data-state] svg').count()).toBe(0);
  expect(await posterOpacity()).toBe('1');
  await page.evaluate(() => window.stage?.lottieHandle?.play());
  await inState('playing');
});

describe('AnimatedNumber', () => {
  const count = (value: number, duration?: number) =>
    page.evaluate(
      async ([target, ms]) => {
        const box = document.querySelector('p') as HTMLElement;
        const seen: string[] = [];
        const widths = new Set<number>();
        const begun = performance.now();
        window.stage?.number({ value: target as number, duration: ms });
        await new Promise<void>((done) => {
          let ran = false;
          const look = () => {
            const running = box.querySelector('[aria-hidden]');
            if (box.firstElementChild) widths.add(box.firstElementChild.getBoundingClientRect().width);
            if (running && seen.at(-1) !== running.textContent) seen.push(running.textContent ?? '');
            ran ||= running !== null;
            if ((ran && !running) || performance.now() - begun > 4000) done();
            else requestAnimationFrame(look);
          };
          look();
        });
        return {
          seen: seen.map((text) => Number(text.replaceAll(',', ''))),
          widths: widths.size,
          ms: performance.now() - begun,
        };
      },
      [value, duration],
    );

  it('counts up from 0, then from the old value, in whole numbers, and ends exactly', async () => {
    await open('/stage');
    const up = await count(3218.9, 500);
    expect(up.seen.length).toBeGreaterThan(3);
    expect(up.seen[0]).toBeLessThan(3218);
    expect(up.seen).toEqual([...up.seen].sort((a, b) => a - b));
    expect(up.seen.every(Number.isInteger)).toBe(true);
    expect(up.widths).toBe(1);
    expect(await page.locator('p').first().innerText()).toBe('3,218');

    const down = await count(3000);
    expect(Math.min(...down.seen)).toBeGreaterThanOrEqual(3000);
    expect(down.seen).toEqual([...down.seen].sort((a, b) => b - a));
    expect(down.ms).toBeGreaterThan(1950);
    expect(down.ms).toBeLessThan(3500);
    expect(await page.locator('p').first().innerText()).toBe('3,000');
    expect([...errors]).toEqual([]);
  });

  it('is drawn by the server at its end, and does not count without motion', async () => {
    const html = await (await fetch(harness.url)).text();
    expect(html).toContain('>3,218</span>');
    await open('/stage', { calm: true });
    await page.evaluate(() => window.stage?.number({ value: 77 }));
    await page.waitForTimeout(100);
    expect(await page.locator('p').first().textContent()).toBe('77');
  });
});

describe('Sheet', () => {
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const opener = () => page.getByRole('button', { name: 'Open sheet' });
  const dialog = () => page.getByRole('dialog', { name: 'Pick a level' });

  it('takes the focus, keeps it, and gives it back on Esc', async () => {
    await open('/stage', { width: 375, height: 700 });
    await opener().press('Enter');
    await dialog().waitFor();
    expect(await focused()).toBe('Pick a level');
    expect(await dialog().getAttribute('aria-describedby')).toBeTruthy();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
    await page.waitForTimeout(250);
    const box = await dialog().boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(700);
    for (let times = 0; times < 6; times += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement?.closest('main') && !document.activeElement.closest('dialog'),
        ),
      ).toBeFalsy();
    }
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(await focused()).toBe('Open sheet');
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('');
    expect(await events()).toEqual(['sheet closed']);
  });

  it('closes by the backdrop and the cross, and shows toasts over itself', async () => {
    await open('/stage');
    await opener().click();
    await page.waitForTimeout(250);
    const box = await dialog().boundingBox();
    expect(Math.round((box?.x ?? 0) * 2 + (box?.width ?? 0))).toBeCloseTo(1280, -2);
    await page.getByRole('button', { name: 'First' }).click();
    expect(await dialog().isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Toast inside' }).click();
    await page.getByText('From inside the sheet').waitFor();
    await page.getByRole('button', { name: ui.dismiss }).click();
    await page.getByText('From inside the sheet').waitFor({ state: 'detached' });
    expect(await dialog().isVisible()).toBe(true);
    await page.mouse.click(20, 20);
    await dialog().waitFor({ state: 'hidden' });
    await opener().click();
    await page.getByRole('button', { name: ui.close, exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    expect(await events()).toEqual(['sheet closed', 'sheet closed']);
    expect([...errors]).toEqual([]);
  });
});

describe('MessageBox', () => {
  const box = (name: string) => page.getByRole('alertdialog', { name });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('says that the input does not meet the rules, unless told otherwise, and answers', async () => {
    await open('/stage');
    await press('Ask plainly');
    await box(ui.notice).getByText(ui.inputRules).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(ui.ok);
    await page.keyboard.press('Enter');
    await happens('answer true');
    await press('Ask to delete');
    await box('Delete?').getByText('It is gone then.').waitFor();
    await press('Keep');
    await happens('answer false');
    await press('Ask twice');
    await box('One').waitFor();
    await press(ui.ok);
    await box('Two').waitFor();
    await page.keyboard.press('Escape');
    await box('Two').waitFor({ state: 'hidden' });
    expect(await events()).toEqual(['answer true', 'answer false', 'answer true', 'answer false']);
    expect([...errors]).toEqual([]);
  });
});

describe('Toast', () => {
  it('is read aloud politely, waits while looked at, and goes', async () => {
    await open('/stage', { width: 375, height: 700 });
    const region = page.getByRole('region', { name: ui.notifications });
    expect(await region.getAttribute('aria-live')).toBe('polite');
    expect(Number(await region.evaluate((element) => getComputedStyle(element).zIndex))).toBeGreaterThan(
      2000,
    );
    await page.getByRole('button', { name: 'Toast shortly' }).click();
    await region.getByText('Saved').hover();
    await page.waitForTimeout(1400);
    expect(await region.getByText('Saved').isVisible()).toBe(true);
    await page.mouse.move(5, 5);
    await region.getByText('Saved').waitFor({ state: 'detached', timeout: 2000 });
    await page.getByRole('button', { name: 'Toast error' }).click();
    expect(await region.textContent()).toContain(`${ui.toast.error}Not saved`);
    const bottom = await region.boundingBox().then((at) => (at?.y ?? 0) + (at?.height ?? 0));
    expect(bottom).toBeLessThanOrEqual(700 - 64);
    await page.getByRole('button', { name: ui.dismiss }).click();
    await region.getByText('Not saved').waitFor({ state: 'detached' });
    expect([...errors]).toEqual([]);
  });
});

describe('all parts', () => {
  it.each([
    { width: 375, height: 812, dark: false, overlays: false },
    { width: 375, height: 812, dark: true, overlays: true },
    { width: 1280, height: 900, dark: false, overlays: true },
    { width: 1280, height: 900, dark: true, overlays: false },
  ])('satisfy axe and the CSP at $width, dark $dark, overlays $overlays', async (options) => {
    await open('/', { ...options, calm: true });
    if (options.overlays) {
      await page.getByRole('button', { name: 'Toasts' }).click();
      await page.getByRole('button', { name: 'Sheet' }).click();
      await page.getByRole('dialog').waitFor();
    }
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate('axe.run(document)')) as axe.AxeResults;
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(found).toEqual([]);
    expect([...errors]).toEqual([]);
    expect(await page.locator('style').count()).toBe(0);
  });
});
