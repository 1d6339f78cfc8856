import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { zhHant as words } from '#web/ground/i18n/all-translations.ts';
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
        const startedAt = performance.now();
        window.stage?.number({ value: target as number, duration: ms });
        await new Promise<void>((done) => {
          let ran = false;
          const sample = () => {
            const running = box.querySelector('[aria-hidden]');
            if (box.firstElementChild) widths.add(box.firstElementChild.getBoundingClientRect().width);
            if (running && seen.at(-1) !== running.textContent) seen.push(running.textContent ?? '');
            ran ||= running !== null;
            if ((ran && !running) || performance.now() - startedAt > 4000) done();
            else requestAnimationFrame(sample);
          };
          sample();
        });
        return {
          seen: seen.map((text) => Number(text.replaceAll(',', ''))),
          widths: widths.size,
          ms: performance.now() - startedAt,
        };
      },
      [value, duration],
    );

  it('counts from 0, then from the old value, in whole numbers, and ends at the exact value', async () => {
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

  it('is rendered by the server with its final value, and does not count with reduced motion', async () => {
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

  it('traps the focus, and returns it on Esc', async () => {
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

  it('closes by the backdrop and the close button, and shows toasts above itself', async () => {
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

  it('shows the default validation message or a given one, and returns the answer', async () => {
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
  it('is announced politely, stays while hovered, and disappears', async () => {
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
    // Said twice, it is shown once.
    for (const _ of [1, 2]) await visit.page.getByRole('button', { name: 'Toast error' }).click();
    expect(await region.getByText('Not saved').count()).toBe(1);
    expect(await region.textContent()).toContain(`${ui.toast.error}Not saved`);
    const bottom = await region.boundingBox().then((at) => (at?.y ?? 0) + (at?.height ?? 0));
    expect(bottom).toBeLessThanOrEqual(700 - 64);
    await visit.page.getByRole('button', { name: ui.dismiss }).click();
    await region.getByText('Not saved').waitFor({ state: 'detached' });
    expect([...errors]).toEqual([]);
  });
});

describe('Combobox', () => {
  const box = (page = visit.page) => page.getByRole('combobox', { name: 'School' });
  const options = (page = visit.page) => page.getByRole('option');
  const active = () =>
    box().evaluate(
      (input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent,
    );
  const press = (key: string) => visit.page.keyboard.press(key);
  /** Thirty options are found; the list shows six at a time. */
  const type = async (text: string, found: number) => {
    await open('/stage');
    await box().fill(text);
    await expect.poll(() => options().count()).toBe(found);
  };
  const notChosenMessage = () => visit.page.getByRole('status').filter({ hasText: ui.combobox.notChosen });

  it('moves through the list with arrow keys, Home, End and page keys, and keeps the active option in view', async () => {
    await type('school', 30);
    expect(await box().getAttribute('aria-expanded')).toBe('true');
    const steps = { ArrowUp: 'School 30', ArrowDown: 'School 1', End: 'School 30', PageUp: 'School 24' };
    for (const [key, name] of Object.entries({ ...steps, Home: 'School 1', PageDown: 'School 7' })) {
      await press(key);
      expect(await active()).toBe(name);
      const [list, option] = await Promise.all([
        visit.page.getByRole('listbox').boundingBox(),
        visit.page.getByRole('option', { name, exact: true }).boundingBox(),
      ]);
      if (!list || !option) throw new Error('the list is not there');
      expect(option.y).toBeGreaterThanOrEqual(list.y - 1);
      expect(option.y + option.height).toBeLessThanOrEqual(list.y + list.height + 1);
    }
    await press('Enter');
    expect(await box().inputValue()).toBe('School 7');
    await press('Enter');
    await happens('sent School 7');
    expect([...errors]).toEqual([]);
  });

  it('leaves Home, End and the arrow keys to the text while no option is active', async () => {
    await type('school', 30);
    await press('Home');
    await visit.page.keyboard.type('old ');
    expect(await box().inputValue()).toBe('old school');
  });

  it('keeps the typed text on Escape, blur and Enter without a choice, and says that nothing is chosen', async () => {
    await type('school', 30);
    await press('Enter');
    expect(await box().inputValue()).toBe('school');
    await press('Escape');
    expect(await options().count()).toBe(0);
    expect(await box().inputValue()).toBe('school');
    expect(await notChosenMessage().isVisible()).toBe(true);
    const described = (await box().getAttribute('aria-describedby')) ?? '';
    expect(await visit.page.locator(`[id="${described}"]`).textContent()).toBe(ui.combobox.notChosen);
    await press('ArrowDown');
    expect(await options().count()).toBe(30);
    await visit.page.getByRole('button', { name: 'Open sheet' }).focus();
    expect(await options().count()).toBe(0);
    expect(await box().inputValue()).toBe('school');
    expect(await notChosenMessage().isVisible()).toBe(true);
    await box().click();
    expect(await options().count()).toBe(30);
    expect(await notChosenMessage().count()).toBe(0);
  });

  it('chooses the active option on Tab, and an exactly named option on blur', async () => {
    await type('school 2', 11);
    await press('ArrowDown');
    await press('Tab');
    expect(await box().inputValue()).toBe('School 2');
    await type('school 30', 1);
    await visit.page.getByRole('button', { name: 'Open sheet' }).focus();
    expect(await box().inputValue()).toBe('School 30');
    expect(await notChosenMessage().count()).toBe(0);
  });

  it('clears the choice when its text is edited, and keeps the text', async () => {
    await type('school 30', 1);
    await press('Enter');
    await press('Backspace');
    await press('Escape');
    expect(await box().inputValue()).toBe('School 3');
    await press('Enter');
    await happens('sent nothing');
    expect(await notChosenMessage().isVisible()).toBe(true);
  });

  it('can repeat a failed search by keyboard', async () => {
    await open('/stage');
    await box().fill('down');
    await visit.page.getByRole('button', { name: ui.combobox.searchFailed }).waitFor();
    await press('Tab');
    await press('Enter');
    await expect.poll(() => options().count()).toBe(2);
    expect(await box().evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await box().inputValue()).toBe('down');
  });

  it('can be used by touch without losing the focus', async () => {
    const context = await visit.page.context().browser()?.newContext({ hasTouch: true });
    const page = await context?.newPage();
    if (!page) throw new Error('there is no page');
    await page.goto(`${visit.url}/stage`);
    await page.waitForFunction(() => window.stage);
    await box(page).tap();
    await box(page).pressSequentially('school 2');
    await options(page).nth(3).tap();
    expect(await box(page).inputValue()).toBe('School 22');
    expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await context?.close();
  });

  it('has no axe findings with its list open and with nothing chosen', async () => {
    await type('school', 30);
    await press('ArrowDown');
    await visit.page.evaluate(axe.source);
    for (const key of ['End', 'Escape']) {
      await press(key);
      const { violations } = (await visit.page.evaluate('axe.run(document)')) as axe.AxeResults;
      expect(violations.map(({ id }) => id)).toEqual([]);
    }
  });
});

describe('all UI components', () => {
  it.each([
    { width: 375, height: 812, dark: false, overlays: false },
    { width: 375, height: 812, dark: true, overlays: true },
    { width: 1280, height: 900, dark: false, overlays: true },
    { width: 1280, height: 900, dark: true, overlays: false },
  ])(
    'have no axe findings or CSP violations at $width px, dark $dark, overlays $overlays',
    async (options) => {
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
    },
  );
});
