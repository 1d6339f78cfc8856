import { expect, type Page } from '@playwright/test';
import { longAnswer, otherAnswer } from './ai-mock.ts';
import { expectAccessibleOnce, type Locale, open, words } from './helpers.ts';
import { onPhone } from './pairs.ts';
import { test } from './people.ts';

// The server with the second configuration uses a language model.
const baseURL = `http://127.0.0.1:${process.env.E2E_ANALYTICS_PORT}`;
const field = (page: Page, locale: Locale) =>
  page.getByRole('textbox', { name: words[locale].chat.write, exact: true });
const stored = async (page: Page) => {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const answer = await (await page.request.get(`/api_ai/chat_ai/messages?thread_id=${id}`)).json();
  return answer.data.list as { text: string; state: string }[];
};

async function ask(page: Page, text: string, locale: Locale) {
  // The consent banner would be shown here; it has its own test.
  await page.context().addCookies([{ name: 'consent', value: 'denied', url: baseURL }]);
  await open(page, locale === 'en' ? '/en/aitutor' : '/aitutor');
  await field(page, locale).fill(text);
  await field(page, locale).press('Enter');
  await expect(page).toHaveURL(/\/aitutor\/\d+$/);
  await expect(page.getByText('第 1 步')).toBeVisible();
}

/** Records layout shifts from now on. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    type Shift = { value: number; sources: { node?: Node | null }[] };
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const nameOf = ({ node }: Shift['sources'][number]) =>
      node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as Shift[])
        shifts.push([value, ...sources.map(nameOf)].join(' '));
    }).observe({ type: 'layout-shift', buffered: false });
  });
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

for (const [locale, width] of [
  ['zh-Hant', 1280],
  ['en', 375],
] as const)
  test(`a model’s answer continues after a reload without layout shifts, in ${locale} at ${width} px`, {
    tag: '@whole',
  }, async ({ browser }) => {
    test.setTimeout(60_000);
    const { chat } = words[locale];
    const page = await onPhone(browser, baseURL, {
      // A low window, so that the answer soon exceeds it.
      viewport: { width, height: 560 },
      locale: locale === 'en' ? 'en-HK' : 'zh-HK',
    });
    await ask(page, '慢慢講', locale);
    await page.reload();
    // The fonts of the formulas are loaded by now; shifts during the page load are measured by the
    // benchmark.
    await page.evaluate(() => document.fonts.ready);
    await watchShifts(page);
    await expect(page.getByText('第 9 步')).toBeVisible();
    // A reader who has scrolled up stays there.
    const box = page.getByRole('region', { name: chat.messages });
    await box.evaluate((element) => element.scrollTo(0, 0));
    await expect(page.getByText('第 14 步')).toBeAttached({ timeout: 15_000 });
    await expect(page.getByRole('button', { name: chat.send, exact: true })).toBeVisible();
    expect(await box.evaluate((element) => element.scrollTop)).toBe(0);
    expect(await shiftsOf(page)).toEqual([]);
    await page.getByRole('button', { name: chat.toNewest }).click();
    await expect(page.getByText('第 14 步')).toBeInViewport();
    expect((await stored(page)).at(-1)).toMatchObject({ text: longAnswer, state: 'done' });
    // Dollar amounts stay text, and every formula is rendered.
    await expect(page.getByText('一個要 $5，兩個要 $10').first()).toBeVisible();
    await expectAccessibleOnce(locale)(page, 'a long answer');

    // The answer to the next question stays in view while it is written.
    await field(page, locale).fill('另一題');
    await field(page, locale).press('Enter');
    await expect(page.getByText('這是另一個回答。', { exact: true })).toBeInViewport();
    await expect(page.getByRole('table')).toBeVisible();
    expect((await stored(page)).at(-1)).toMatchObject({ text: otherAnswer, state: 'done' });
    await page.context().close();
  });

test('a student follows and stops an answer on another device, and continues it where it stopped', {
  tag: '@whole',
}, async ({ browser }) => {
  test.setTimeout(60_000);
  const { chat } = words['zh-Hant'];
  const desktop = await onPhone(browser, baseURL, { width: 1280 });
  await ask(desktop, '說到我停', 'zh-Hant');
  const phone = await onPhone(browser, baseURL, { storageState: await desktop.context().storageState() });
  await open(phone, desktop.url());
  await phone.getByRole('button', { name: chat.stop }).click();
  for (const page of [desktop, phone])
    await expect(page.getByRole('article').getByText(chat.stopped)).toBeVisible();
  const cut = (await stored(desktop)).at(-1);
  expect(cut?.state).toBe('stopped');
  expect(longAnswer.startsWith(cut?.text ?? '-')).toBe(true);
  await phone.getByRole('button', { name: chat.continue }).click();
  await expect(phone.getByRole('article').getByText('（接着說完）')).toBeVisible();
  await expect
    .poll(async () => (await stored(desktop)).at(-1))
    .toMatchObject({ text: `${cut?.text}（接着說完）`, state: 'done' });
  // The first device shows the rest of the answer and a new question without any action there.
  await expect(desktop.getByRole('article').getByText('（接着說完）')).toBeVisible();
  await field(phone, 'zh-Hant').fill('另一題');
  await field(phone, 'zh-Hant').press('Enter');
  await expect(desktop.getByText('另一題', { exact: true })).toBeVisible();
  await expect(desktop.getByText('這是另一個回答。', { exact: true })).toBeVisible();
  await expect(desktop.getByRole('button', { name: chat.send, exact: true })).toBeVisible();
  expect(await desktop.locator('li[data-message]').count()).toBe(4);
  for (const page of [desktop, phone]) await page.context().close();
});
