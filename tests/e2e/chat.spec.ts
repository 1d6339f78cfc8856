import { expect, type Page } from '@playwright/test';
import { openBank } from '#server/domains/practice/bank.ts';
import { aiCall } from './eraser-helpers.ts';
import {
  complaintsOf,
  expectAccessible,
  expectAccessibleOnce,
  expectFits,
  type Locale,
  open,
  repetition,
  words,
} from './helpers.ts';
import { onPhone } from './pairs.ts';
import { newNumber, signUp, sql, test } from './people.ts';

const at = (locale: Locale, path: string) => (locale === 'en' ? `/en${path}` : path);
const field = (page: Page, locale: Locale = 'zh-Hant') =>
  page.getByRole('textbox', { name: words[locale].chat.write, exact: true });
const sendButton = (page: Page, locale: Locale = 'zh-Hant') =>
  page.getByRole('button', { name: words[locale].chat.send, exact: true });
const answers = (page: Page) =>
  page.locator('li[data-message]').filter({ hasNot: page.locator('p.rounded-br-md') });
const idle = (page: Page, locale: Locale = 'zh-Hant') => expect(sendButton(page, locale)).toBeVisible();

for (const [locale, width] of [
  ['zh-Hant', 375],
  ['en', 1280],
] as const)
  test(
    `a visitor solves a problem with the built-in tutor, in ${locale} at ${width} px`,
    repetition(locale === 'en', '@ci'),
    async ({ browser, baseURL }) => {
      test.setTimeout(90_000);
      const { chat } = words[locale];
      const page = await onPhone(browser, baseURL, { width, locale: locale === 'en' ? 'en-HK' : 'zh-HK' });
      const complaints = complaintsOf(page);
      await open(page, at(locale, '/aitutor'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(chat.title);
      await expect(page.getByText(chat.builtIn.mathematics)).toBeVisible();
      await expect(page.getByText(chat.quota.trial.replace('{{count}}', '5'))).toBeVisible();
      await expectAccessibleOnce(locale)(page, 'before the first question');

      // A hint first, then another one, then the whole solution.
      await field(page, locale).fill('x^2 - 2x - 1 = 0');
      await page.getByRole('button', { name: chat.wish.hint, exact: true }).click();
      await sendButton(page, locale).click();
      await expect(page).toHaveURL(/\/aitutor\/\d+$/);
      const next = page.getByRole('group', { name: chat.next.label });
      await expect(next).toBeVisible();
      await expect(page.getByText(chat.quota.trial.replace('{{count}}', '4'))).toBeVisible();
      await next.getByRole('button', { name: chat.next.hint }).click();
      await expect(answers(page)).toHaveCount(2);
      await expect(next).toBeVisible();
      await next.getByRole('button', { name: chat.next.whole }).click();
      await expect(answers(page)).toHaveCount(3);
      await idle(page, locale);
      await expect(answers(page).last().locator('.katex').first()).toBeVisible();
      // A reader at the end of the conversation stays there while the answer is written.
      await expect(answers(page).last().getByRole('button', { name: chat.regenerate })).toBeInViewport();
      await expect(page.getByText(chat.quota.trial.replace('{{count}}', '2'))).toBeVisible();
      await expectAccessibleOnce(locale)(page, 'an answer in steps');

      // The messages are part of the server-rendered HTML.
      const html = await (await page.request.get(page.url())).text();
      expect(html).toContain('x^2 - 2x - 1 = 0');
      expect(html.match(/data-message=/g)).toHaveLength(6);

      // New versions of the last answer and of the first question; the previous versions stay reachable.
      await answers(page).last().getByRole('button', { name: chat.regenerate }).click();
      await idle(page, locale);
      await expect(answers(page).last().getByText('2/2')).toBeVisible();
      await answers(page).last().getByRole('button', { name: chat.previousVersion }).click();
      await expect(answers(page).last().getByText('1/2')).toBeVisible();
      const question = page.locator('li[data-message]').first();
      await question.getByRole('button', { name: chat.edit }).click();
      await page.getByRole('textbox', { name: chat.editLabel }).fill('3x = 12');
      await page.getByRole('button', { name: chat.saveEdit }).click();
      await expect(page.locator('li[data-message]')).toHaveCount(2);
      await idle(page, locale);
      await expect(question.getByText('2/2')).toBeVisible();
      await question.getByRole('button', { name: chat.previousVersion }).click();
      await expect(page.locator('li[data-message]')).toHaveCount(6);

      // When the trial is used up, the page says so, keeps the message, and offers login.
      await field(page, locale).fill('4x = 8');
      await field(page, locale).press('Enter');
      await expect(page.getByText(chat.quota.trialUsedUp)).toBeVisible();
      const problem = page.getByRole('alert').filter({ hasText: locale === 'en' ? 'used up' : '已用完' });
      await expect(problem).toBeVisible();
      await expectFits(page, 'the trial is over');
      await page.getByRole('button', { name: chat.recall }).click();
      await expect(field(page, locale)).toHaveValue('4x = 8');
      expect(complaints.filter((text) => !/402|2604|應用層錯誤/.test(text))).toEqual([]);
      await page.context().close();
    },
  );

test('Enter sends a message, but not during IME composition; drafts survive a reload, and an unsent message is kept', {
  tag: '@whole',
}, async ({ page, context }) => {
  test.setTimeout(60_000);
  const { chat, ui } = words['zh-Hant'];
  await signUp(page, { mobile: newNumber(), name: '何同學' });
  await open(page, '/aitutor');
  await field(page).pressSequentially('解方程');
  for (const init of [{ isComposing: true }, { keyCode: 229 }])
    await field(page).evaluate(
      (element, given) =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...given }),
        ),
      init,
    );
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('2x + 5 = 13');
  await expect(field(page)).toHaveValue('解方程\n2x + 5 = 13');
  await page.reload();
  await expect(field(page)).toHaveValue('解方程\n2x + 5 = 13');
  await expect(field(page)).toBeEnabled();
  await field(page).press('Enter');
  await expect(page).toHaveURL(/\/aitutor\/\d+$/);
  await expect(field(page)).toBeFocused();
  await expect(answers(page)).toHaveCount(1);
  await idle(page);

  await context.setOffline(true);
  await field(page).fill('因式分解 x^2 - 5x + 6');
  await field(page).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: chat.notSent })).toBeVisible();
  await page.getByRole('button', { name: ui.retry }).click();
  await expect(page.getByRole('alert').filter({ hasText: chat.notSent })).toBeVisible();
  await context.setOffline(false);
  await expect(answers(page)).toHaveCount(2);
  await idle(page);
  const [{ count }] = (await sql(
    `select count(*)::int as count from chat_messages where text like '因式分解%'`,
  )) as [{ count: number }];
  expect(count).toBe(1);

  // A student in distress sees the helpline while the answer is written and afterwards.
  await page.setViewportSize({ width: 375, height: 760 });
  await field(page).fill('我好想死');
  await sendButton(page).click();
  await idle(page);
  await expect(page.getByRole('link', { name: /2389 2222/ })).toBeInViewport();
});

test('a student answers a quiz inside the conversation', { tag: '@whole' }, async ({ page }) => {
  const { chatAnswer } = words['zh-Hant'];
  await signUp(page, { mobile: newNumber(), name: '小測者' });
  await open(page, '/aitutor');
  await field(page).fill('出兩題二次方程給我做');
  await field(page).press('Enter');
  const quiz = page.getByRole('region', { name: chatAnswer.quiz });
  await expect(quiz).toBeVisible();
  await idle(page);
  const thread = new URL(page.url()).pathname.split('/').at(-1);
  const { list } = await aiCall(page, 'GET', `/api_ai/chat_ai/messages?thread_id=${thread}`);
  const [part] = list.at(-1).parts.filter(({ type }: { type: string }) => type === 'data-quiz');
  const { answer } = openBank().byId(part.data.questions[0].question_id) ?? {};

  const [first, second] = [quiz.locator('form').nth(0), quiz.locator('form').nth(1)];
  await first.getByRole('button', { name: chatAnswer.check }).click();
  await expect(first.getByText(chatAnswer.typeFirst)).toBeVisible();
  await first.getByRole('textbox').fill(answer ?? '');
  await first.getByRole('textbox').press('Enter');
  await expect(first.getByRole('status')).toContainText(chatAnswer.right);
  await second.getByRole('textbox').fill('x = 99999');
  await second.getByRole('button', { name: chatAnswer.check }).click();
  await expect(second.getByRole('status')).toContainText(chatAnswer.expected);
  await expectAccessible(page, 'a quiz');
});

test('a student finds, renames, exports, shares and deletes a thread', { tag: '@whole' }, async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(60_000);
  const { chat } = words['zh-Hant'];
  await signUp(page, { mobile: newNumber(), name: '黃同學' });
  await open(page, '/aitutor');
  await field(page).fill('解方程 7x = 21');
  await field(page).press('Enter');
  await expect(answers(page)).toHaveCount(1);
  await idle(page);
  const side = page.getByRole('navigation', { name: chat.threads });
  await expect(side.getByRole('link', { name: '解方程 7x = 21' })).toBeVisible();

  const menu = page.getByRole('main').getByRole('button', { name: /的選項/ });
  const sheet = page.getByRole('dialog');
  await menu.click();
  await sheet.getByRole('button', { name: chat.menu.rename }).click();
  await sheet.getByLabel(chat.menu.newTitle).fill('七倍的題目');
  await sheet.getByRole('button', { name: chat.menu.saveTitle }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('七倍的題目');
  await expect(side.getByRole('link', { name: '七倍的題目' })).toBeVisible();
  for (const [name, ending] of [
    [chat.menu.markdown, 'md'],
    [chat.menu.pdf, 'pdf'],
  ] as const) {
    await menu.click();
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name }).click();
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^mingshi-\\d+\\.${ending}$`));
  }

  await menu.click();
  await sheet.getByRole('button', { name: chat.menu.share }).click();
  await sheet.getByRole('button', { name: chat.share.make }).click();
  const link = new URL(await sheet.getByLabel(chat.share.link).inputValue());
  const friend = await onPhone(browser, baseURL);
  await signUp(friend, { mobile: newNumber(), name: '同班同學' });
  await open(friend, link.pathname + link.search);
  await friend.getByRole('button', { name: chat.share.take }).click();
  await expect(friend).toHaveURL(/\/aitutor\/\d+$/);
  await expect(friend.getByText('解方程 7x = 21', { exact: true })).toBeVisible();
  await friend.context().close();

  await page.keyboard.press('Escape');
  await open(page, '/aitutor?search=7x');
  await expect(
    page.getByText(chat.found.replace('{{search}}', '7x').replace('{{count}}', '1')),
  ).toBeVisible();
  await menu.click();
  await sheet.getByRole('button', { name: chat.menu.delete }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: chat.remove.confirm }).click();
  await expect(
    page.getByText(chat.found.replace('{{search}}', '7x').replace('{{count}}', '0')),
  ).toBeVisible();
});

test('a thread of a thousand messages opens at its end, and older messages load without moving the view', {
  tag: '@whole',
}, async ({ page }) => {
  const { chat } = words['zh-Hant'];
  await signUp(page, { mobile: newNumber(), name: '長談者' });
  const thread = await aiCall(page, 'POST', '/api_ai/chat_ai/threads', { data: { assistant_id: 1 } });
  await sql(`
    do $$ declare before bigint; begin
      for number in 1..1000 loop
        insert into chat_messages (thread_id, parent_id, role, text, state)
        values (${Number(thread.id)}, before, case number % 2 when 1 then 'user' else 'assistant' end,
          '訊息 ' || number || E'。\n\n\\(x^2 = ' || number || '\\)', 'done')
        returning id into before;
      end loop;
      update chat_threads set leaf_id = before where id = ${Number(thread.id)};
    end $$`);
  await open(page, `/aitutor/${thread.id}`);
  await expect(page.getByText(/^訊息 1000。/)).toBeInViewport();
  const box = page.getByRole('region', { name: chat.messages });
  const rows = page.locator('li[data-message]');
  const first = rows.filter({ hasText: /訊息 981。/ });
  for (const count of [70, 120]) {
    await box.evaluate((element) => element.scrollTo(0, 0));
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(count);
  }
  // The message that was at the top when older ones were loaded is still near the view.
  expect(await box.evaluate((element) => element.scrollTop)).toBeGreaterThan(1000);
  await expect(first).toBeAttached();
  await page.getByRole('button', { name: chat.toNewest }).click();
  await expect(page.getByText(/^訊息 1000。/)).toBeInViewport();
});

for (const width of [375, 1280])
  test(`a reader at the end of the conversation stays there from answer to answer, at ${width} px`, {
    tag: '@whole',
  }, async ({ browser, baseURL }) => {
    const { chat } = words['zh-Hant'];
    const page = await onPhone(browser, baseURL, { width });
    await open(page, '/aitutor');
    for (const [before, text] of [
      '解方程 3(x-2)=2x+7',
      '畫 y = x^2 - 4x + 3',
      '出三題因式分解',
      'x^2 = 4',
    ].entries()) {
      await field(page).fill(text);
      await field(page).press('Enter');
      await expect(answers(page)).toHaveCount(before + 1);
      await idle(page);
      await expect(answers(page).last().getByRole('button', { name: chat.regenerate })).toBeInViewport();
    }
    await expect(page.getByRole('button', { name: chat.toNewest })).toBeHidden();
    await page.context().close();
  });

test('a student’s own working is marked line by line, and further hints build on it', async ({
  browser,
  baseURL,
}) => {
  const { chat } = words['zh-Hant'];
  const page = await onPhone(browser, baseURL);
  await open(page, '/aitutor');
  const say = async (text: string, count: number) => {
    await field(page).fill(text);
    await sendButton(page).click();
    await expect(answers(page)).toHaveCount(count);
    await idle(page);
  };
  const lines = answers(page).last().locator('ol > li');
  const next = page.getByRole('group', { name: chat.next.label });
  await say('解方程 3(x-2)=2x+7，先給我提示', 1);
  await say('3x-6=2x+7\nx=1', 2);
  await expect(answers(page).last()).toContainText('第 2 行開始有錯');
  await expect(lines).toContainText(['✔', '✘']);
  await expect(lines.first().locator('.katex')).toBeVisible();
  await expectAccessible(page, 'working that is marked');
  await next.getByRole('button', { name: chat.next.hint }).click();
  await expect(answers(page)).toHaveCount(3);
  await idle(page);
  await expect(answers(page).last()).toContainText('提示 2');
  await say('x=13', 4);
  await expect(answers(page).last()).toContainText('全部正確');
  await expect(next).toBeHidden();
  await page.context().close();
});
