import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { serveHarness } from '#web/ui/harness/serve.ts';
import { answers } from './corpus/answers.ts';

let harness: Awaited<ReturnType<typeof serveHarness>>;
let browser: Browser;
let page: Page;
const consoleErrors: string[] = [];
const fetched: string[] = [];

beforeAll(async () => {
  harness = await serveHarness(join(import.meta.dirname, 'harness'));
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  harness?.close();
});
afterEach(async () => {
  await page.context().close();
  expect(consoleErrors.splice(0)).toEqual([]);
});

async function open(path: string, width: number, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  fetched.length = 0;
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(harness.url + path);
  await page.waitForLoadState('networkidle');
}

it.each([
  ['/', 375, 'light'],
  ['/en', 1280, 'dark'],
] as const)(
  '%s at %i, %s: hydrates without errors, fits the width, and has no axe violations',
  async (path, width, theme) => {
    await open(path, width, theme);
    // Server-rendered formulas need neither KaTeX nor unused fonts.
    expect(fetched.filter((name) => /katex-.*\.js/.test(name))).toEqual([]);
    expect(fetched.filter((name) => name.endsWith('.woff2')).length).toBeGreaterThan(0);
    expect(await page.locator('.katex').count()).toBeGreaterThan(10);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    const wide = page.locator('.formula-block').filter({ hasText: 'a' }).locator('visible=true');
    expect(await page.locator('.formula-block[tabindex="0"]').count()).toBe(1);
    expect(await wide.count()).toBeGreaterThan(0);
    await page.evaluate(axe.source);
    const found = await page.evaluate(() => window.axe.run());
    expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  },
);

it('a quiz is answered by keyboard, graded once, and can be sent again after a failure', async () => {
  await open('/', 375, 'light');
  await page.evaluate(() => {
    const asked: string[] = [];
    window.harness = {
      asked,
      show: () => {},
      grade: async (id, answer) => {
        asked.push(`${id} ${answer}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (answer === 'fail') throw new Error('no network');
        const steps = [{ text: '開方。', latex: 'x = \\pm 3', checked: true }];
        return {
          is_correct: answer.includes('pm 3'),
          expected: 'x = ±3',
          expected_latex: 'x = \\pm 3',
          steps,
        };
      },
    };
  });
  const asked = () => page.evaluate(() => window.harness?.asked);
  const [choices, typed] = [page.locator('form').nth(0), page.locator('form').nth(1)];

  await choices.getByRole('button').click();
  expect(await choices.innerText()).toContain('請先選擇一個答案');
  await choices.getByRole('radio').nth(0).focus();
  await page.keyboard.press('ArrowDown');
  expect(await choices.getByRole('radio', { name: 'B x 等於 加減 3' }).isChecked()).toBe(true);
  await choices.getByRole('button').evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await choices.getByRole('status').waitFor();
  expect(await choices.getByRole('status').innerText()).toContain('答對了');
  expect(await asked()).toEqual(['7 \\(x = \\pm 3\\)']);
  // A graded answer cannot be changed.
  await choices
    .getByRole('radio')
    .nth(0)
    .evaluate((radio: HTMLInputElement) => radio.click());
  expect(await choices.getByRole('radio').nth(1).isChecked()).toBe(true);

  const field = typed.getByRole('textbox');
  await field.fill('fail');
  const isPrevented = await field.evaluate((input) =>
    [{ isComposing: true }, { keyCode: 229 }].every(
      (init) =>
        !input.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }),
        ),
    ),
  );
  expect(isPrevented).toBe(true);
  await field.press('Enter');
  await typed.getByText('未能核對').waitFor();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('an answer was not graded')]);
  expect(await field.inputValue()).toBe('fail');
  await field.fill('4');
  await typed.getByRole('button', { name: '再試一次' }).click();
  await typed.getByRole('status').waitFor();
  expect(await typed.getByRole('status').innerText()).toContain('還未對');
  expect(await asked()).toEqual(['7 \\(x = \\pm 3\\)', '8 fail', '8 4']);
  await page.evaluate(axe.source);
  expect((await page.evaluate(() => window.axe.run())).violations.map(({ id }) => id)).toEqual([]);
});

it('a plot is moved and zoomed by keys, mouse, wheel and buttons, and reset', async () => {
  await open('/', 1280, 'light');
  const plot = page.getByRole('application');
  const curve = () => plot.locator('svg > path').nth(1).getAttribute('d');
  const home = await curve();
  const changes = async (act: () => Promise<void>) => {
    const before = await curve();
    await act();
    await expect.poll(curve).not.toBe(before);
  };
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (!box) throw new Error('no plot');
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.move(...middle);
  // Scrolling past it does not zoom.
  await page.mouse.wheel(0, 40);
  expect(await curve()).toBe(home);
  await plot.focus();
  for (const key of ['ArrowRight', 'ArrowUp', '+', '-']) await changes(() => page.keyboard.press(key));
  await page.keyboard.press('0');
  await expect.poll(curve).toBe(home);
  await changes(() => page.mouse.wheel(0, -40));
  await page.getByRole('button', { name: '還原' }).click();
  await expect.poll(curve).toBe(home);
  await changes(() => page.getByRole('button', { name: '放大' }).click());
  await page.getByRole('button', { name: '還原' }).click();
  await plot.scrollIntoViewIfNeeded();
  const now = await plot.boundingBox();
  await page.mouse.move((now?.x ?? 0) + 100, (now?.y ?? 0) + 100);
  await page.mouse.down();
  await changes(() => page.mouse.move((now?.x ?? 0) + 200, (now?.y ?? 0) + 150, { steps: 4 }));
  await page.mouse.up();
  const dragged = await curve();
  await page.mouse.move((now?.x ?? 0) + 300, (now?.y ?? 0) + 150);
  expect(await curve()).toBe(dragged);
  expect(await page.getByText('以文字表達圖像').count()).toBe(1);
});

it('an answer shows no raw syntax and no layout shift while it is written, and keeps its elements', async () => {
  await open('/live', 375, 'light');
  const text = `${answers[0]}\n\n${answers[1]}\n\n${answers[2]}`;
  const seen = await page.evaluate(async (whole) => {
    const shifts: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift' });
    const raw = new Set<string>();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let first: Element | null = null;
    for (let end = 1; end <= whole.length; end += 3) {
      window.harness?.show(whole.slice(0, end), true);
      await frame();
      const answer = document.querySelector<HTMLElement>('.answer');
      first ??= answer?.querySelector('p strong') ?? null;
      for (const sign of answer?.innerText.match(/\*\*|\\\(|\\\[|\$\$|\|--|\\frac/g) ?? []) raw.add(sign);
      if (answer?.querySelector('.katex-error')) raw.add('error');
    }
    window.harness?.show(whole, false);
    await frame();
    return { raw: [...raw], stays: first?.isConnected, shift: shifts.reduce((sum, one) => sum + one, 0) };
  }, text);
  expect(seen).toEqual({ raw: [], stays: true, shift: 0 });
  expect(fetched.filter((name) => /katex-.*\.js/.test(name)).length).toBe(1);
  await page.locator('.answer .katex').nth(10).waitFor();
});

declare global {
  interface Window {
    axe: typeof axe;
  }
}
