import { expect, type Page } from '@playwright/test';
import { longAnswer, otherAnswer } from './ai-mock.ts';
import { again, expectSoundOnce, type Locale, open, words } from './helpers.ts';
import { onPhone } from './pairs.ts';
import { test } from './people.ts';

// The server of the other configuration asks a language model.
const baseURL = `http://127.0.0.1:${process.env.E2E_ANALYTICS_PORT}`;
const field = (page: Page, locale: Locale) =>
  page.getByRole('textbox', { name: words[locale].chat.write, exact: true });
const stored = async (page: Page) => {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const answer = await (await page.request.get(`/api_ai/chat_ai/messages?thread_id=${id}`)).json();
  return answer.data.list as { text: string; state: string }[];
};

async function ask(page: Page, text: string, locale: Locale) {
  // Consent would be asked for here; it has a test of its own.
  await page.context().addCookies([{ name: 'consent', value: 'denied', url: baseURL }]);
  await open(page, locale === 'en' ? '/en/aitutor' : '/aitutor');
  await field(page, locale).fill(text);
  await field(page, locale).press('Enter');
  await expect(page).toHaveURL(/\/aitutor\/\d+$/);
  await expect(page.getByText('第 1 步')).toBeVisible();
}

/** From here on, how far anything moved by itself. */
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
  test(
    `an answer of a model goes on through a reload and moves nothing, in ${locale} at ${width}`,
    again(locale === 'en', '@ci'),
    async ({ browser }) => {
      test.setTimeout(60_000);
      const { chat } = words[locale];
      const page = await onPhone(browser, baseURL, {
        // Low, so that the answer is soon longer than the window.
        viewport: { width, height: 560 },
        locale: locale === 'en' ? 'en-HK' : 'zh-HK',
      });
      await ask(page, '慢慢講', locale);
      await page.reload();
      // The formulas' own fonts are there from here on; what comes with the page itself is the bench's to judge.
      await page.evaluate(() => document.fonts.ready);
      await watchShifts(page);
      await expect(page.getByText('第 9 步')).toBeVisible();
      // Whoever reads further up stays there.
      const box = page.getByRole('region', { name: chat.messages });
      await box.evaluate((element) => element.scrollTo(0, 0));
      await expect(page.getByText('第 14 步')).toBeAttached({ timeout: 15_000 });
      await expect(page.getByRole('button', { name: chat.send, exact: true })).toBeVisible();
      expect(await box.evaluate((element) => element.scrollTop)).toBe(0);
      expect(await shiftsOf(page)).toEqual([]);
      await page.getByRole('button', { name: chat.toNewest }).click();
      await expect(page.getByText('第 14 步')).toBeInViewport();
      expect((await stored(page)).at(-1)).toMatchObject({ text: longAnswer, state: 'done' });
      // Money stays money, and nothing of the mathematics is left as it was typed.
      await expect(page.getByText('一個要 $5，兩個要 $10').first()).toBeVisible();
      await expectSoundOnce(locale)(page, 'a long answer');

      // An answer to the next question stays in view while it is written.
      await field(page, locale).fill('另一題');
      await field(page, locale).press('Enter');
      await expect(page.getByText('這是另一個回答。', { exact: true })).toBeInViewport();
      await expect(page.getByRole('table')).toBeVisible();
      expect((await stored(page)).at(-1)).toMatchObject({ text: otherAnswer, state: 'done' });
      await page.context().close();
    },
  );

test('an answer is followed and stopped on another device, and goes on where it stopped', {
  tag: '@whole',
}, async ({ browser }) => {
  test.setTimeout(60_000);
  const { chat } = words['zh-Hant'];
  const desk = await onPhone(browser, baseURL, { width: 1280 });
  await ask(desk, '說到我停', 'zh-Hant');
  const phone = await onPhone(browser, baseURL, { storageState: await desk.context().storageState() });
  await open(phone, desk.url());
  await phone.getByRole('button', { name: chat.stop }).click();
  for (const page of [desk, phone])
    await expect(page.getByRole('article').getByText(chat.stopped)).toBeVisible();
  const cut = (await stored(desk)).at(-1);
  expect(cut?.state).toBe('stopped');
  expect(longAnswer.startsWith(cut?.text ?? '-')).toBe(true);
  await phone.getByRole('button', { name: chat.continue }).click();
  await expect(phone.getByRole('article').getByText('（接着說完）')).toBeVisible();
  await expect
    .poll(async () => (await stored(desk)).at(-1))
    .toMatchObject({ text: `${cut?.text}（接着說完）`, state: 'done' });
  // The other device stood still meanwhile, and shows what happens without being asked: the rest, and a new question.
  await expect(desk.getByRole('article').getByText('（接着說完）')).toBeVisible();
  await field(phone, 'zh-Hant').fill('另一題');
  await field(phone, 'zh-Hant').press('Enter');
  await expect(desk.getByText('另一題', { exact: true })).toBeVisible();
  await expect(desk.getByText('這是另一個回答。', { exact: true })).toBeVisible();
  await expect(desk.getByRole('button', { name: chat.send, exact: true })).toBeVisible();
  expect(await desk.locator('li[data-message]').count()).toBe(4);
  for (const page of [desk, phone]) await page.context().close();
});
