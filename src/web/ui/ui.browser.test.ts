import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { zhHant as words } from '#web/ground/i18n/all-words.ts';
import { visitHarness } from './harness/visit.ts';

const { ui } = words;
const visit = visitHarness();
const { errors, open, events, happens } = visit;

describe('AnimatedNumber', () => {
  const count = (value: number, duration?: number) =>
    visit.page.evaluate(
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
    expect(await visit.page.locator('p').first().innerText()).toBe('3,218');

    const down = await count(3000);
    expect(Math.min(...down.seen)).toBeGreaterThanOrEqual(3000);
    expect(down.seen).toEqual([...down.seen].sort((a, b) => b - a));
    expect(down.ms).toBeGreaterThan(1950);
    expect(down.ms).toBeLessThan(3500);
    expect(await visit.page.locator('p').first().innerText()).toBe('3,000');
    expect([...errors]).toEqual([]);
  });

  it('is drawn by the server at its end, and does not count without motion', async () => {
    const html = await (await fetch(visit.url)).text();
    expect(html).toContain('>3,218</span>');
    await open('/stage', { calm: true });
    await visit.page.evaluate(() => window.stage?.number({ value: 77 }));
    await visit.page.waitForTimeout(100);
    expect(await visit.page.locator('p').first().textContent()).toBe('77');
  });
});

describe('Sheet', () => {
  const focused = () => visit.page.evaluate(() => document.activeElement?.textContent);
  const opener = () => visit.page.getByRole('button', { name: 'Open sheet' });
  const dialog = () => visit.page.getByRole('dialog', { name: 'Pick a level' });

  it('takes the focus, keeps it, and gives it back on Esc', async () => {
    await open('/stage', { width: 375, height: 700 });
    await opener().press('Enter');
    await dialog().waitFor();
    expect(await focused()).toBe('Pick a level');
    expect(await dialog().getAttribute('aria-describedby')).toBeTruthy();
    expect(await visit.page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
      'hidden',
    );
    await visit.page.waitForTimeout(250);
    const box = await dialog().boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(700);
    for (let times = 0; times < 6; times += 1) {
      await visit.page.keyboard.press('Tab');
      expect(
        await visit.page.evaluate(
          () => document.activeElement?.closest('main') && !document.activeElement.closest('dialog'),
        ),
      ).toBeFalsy();
    }
    await visit.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(await focused()).toBe('Open sheet');
    expect(await visit.page.evaluate(() => document.documentElement.style.overflow)).toBe('');
    expect(await events()).toEqual(['sheet closed']);
  });

  it('closes by the backdrop and the cross, and shows toasts over itself', async () => {
    await open('/stage');
    await opener().click();
    await visit.page.waitForTimeout(250);
    const box = await dialog().boundingBox();
    expect(Math.round((box?.x ?? 0) * 2 + (box?.width ?? 0))).toBeCloseTo(1280, -2);
    await visit.page.getByRole('button', { name: 'First' }).click();
    expect(await dialog().isVisible()).toBe(true);
    await visit.page.getByRole('button', { name: 'Toast inside' }).click();
    await visit.page.getByText('From inside the sheet').waitFor();
    await visit.page.getByRole('button', { name: ui.dismiss }).click();
    await visit.page.getByText('From inside the sheet').waitFor({ state: 'detached' });
    expect(await dialog().isVisible()).toBe(true);
    await visit.page.mouse.click(20, 20);
    await dialog().waitFor({ state: 'hidden' });
    await opener().click();
    await visit.page.getByRole('button', { name: ui.close, exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    expect(await events()).toEqual(['sheet closed', 'sheet closed']);
    expect([...errors]).toEqual([]);
  });
});

describe('MessageBox', () => {
  const box = (name: string) => visit.page.getByRole('alertdialog', { name });
  const press = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();

  it('says that the input does not meet the rules, unless told otherwise, and answers', async () => {
    await open('/stage');
    await press('Ask plainly');
    await box(ui.notice).getByText(ui.inputRules).waitFor();
    expect(await visit.page.evaluate(() => document.activeElement?.textContent)).toBe(ui.ok);
    await visit.page.keyboard.press('Enter');
    await happens('answer true');
    await press('Ask to delete');
    await box('Delete?').getByText('It is gone then.').waitFor();
    await press('Keep');
    await happens('answer false');
    await press('Ask twice');
    await box('One').waitFor();
    await press(ui.ok);
    await box('Two').waitFor();
    await visit.page.keyboard.press('Escape');
    await box('Two').waitFor({ state: 'hidden' });
    expect(await events()).toEqual(['answer true', 'answer false', 'answer true', 'answer false']);
    expect([...errors]).toEqual([]);
  });
});

describe('Toast', () => {
  it('is read aloud politely, waits while looked at, and goes', async () => {
    await open('/stage', { width: 375, height: 700 });
    const region = visit.page.getByRole('region', { name: ui.notifications });
    expect(await region.getAttribute('aria-live')).toBe('polite');
    expect(Number(await region.evaluate((element) => getComputedStyle(element).zIndex))).toBeGreaterThan(
      2000,
    );
    await visit.page.getByRole('button', { name: 'Toast shortly' }).click();
    await region.getByText('Saved').hover();
    await visit.page.waitForTimeout(1400);
    expect(await region.getByText('Saved').isVisible()).toBe(true);
    await visit.page.mouse.move(5, 5);
    await region.getByText('Saved').waitFor({ state: 'detached', timeout: 2000 });
    await visit.page.getByRole('button', { name: 'Toast error' }).click();
    expect(await region.textContent()).toContain(`${ui.toast.error}Not saved`);
    const bottom = await region.boundingBox().then((at) => (at?.y ?? 0) + (at?.height ?? 0));
    expect(bottom).toBeLessThanOrEqual(700 - 64);
    await visit.page.getByRole('button', { name: ui.dismiss }).click();
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
      await visit.page.getByRole('button', { name: 'Toasts' }).click();
      await visit.page.getByRole('button', { name: 'Sheet' }).click();
      await visit.page.getByRole('dialog').waitFor();
    }
    await visit.page.evaluate(axe.source);
    const { violations } = (await visit.page.evaluate('axe.run(document)')) as axe.AxeResults;
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(found).toEqual([]);
    expect([...errors]).toEqual([]);
    expect(await visit.page.locator('style').count()).toBe(0);
  });
});
