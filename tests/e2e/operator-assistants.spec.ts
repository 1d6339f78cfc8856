import { expect } from '@playwright/test';
import { complaintsOf, expectAccessibleOnce, words } from './helpers.ts';
import { newNumber, newVisitor, sharedOperator, type Visitor } from './operator-people.ts';
import { test } from './people.ts';

// Each test first creates users, and an operator by a separate command.
test.describe.configure({ timeout: 90_000 });

async function confirm({ page }: Visitor, name: string) {
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name, exact: true }).click();
  await expect(question).toHaveCount(0);
}

const assistantsOf = async ({ call }: Visitor) =>
  (await call('GET', '/api_ai/chat_ai/assistants')).data.list as { path_name: string; name: string }[];

// Each run edits a different assistant because they may run at the same time.
for (const { prefix, width, locale, path } of [
  { prefix: '', width: 375, locale: 'zh-Hant', path: '/doubao1-5' },
  { prefix: '/en', width: 1280, locale: 'en', path: '/gpto1' },
] as const)
  test(`an operator edits an assistant at ${width} px, and users see the change`, { tag: '@whole' }, async ({
    browser,
  }) => {
    const t = words[locale].operator;
    const operator = await sharedOperator(browser);
    const { page } = operator;
    const complaints = complaintsOf(page);
    await page.setViewportSize({ width, height: 800 });
    await operator.open(`${prefix}/operator/assistants`);
    const row = page.getByRole('row').filter({ hasText: path });
    await row.getByRole('button', { name: t.assistants.edit }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('heading', { level: 2 })).toContainText(path);
    await expectAccessibleOnce(locale)(page, 'an assistant');

    const trials = sheet.getByLabel(t.assistants.trialCount);
    await trials.fill('9999');
    await sheet.getByRole('button', { name: t.assistants.save }).click();
    await expect(sheet.getByText(t.assistants.trialsWrong)).toBeVisible();
    const changed = `快答 ${width}`;
    await trials.fill('2');
    await sheet.getByLabel(`${t.assistants.name} (zh-Hant)`).fill(changed);
    await sheet.getByLabel(`${t.assistants.name} (en)`).fill(`Quick ${width}`);
    await sheet.getByRole('button', { name: t.assistants.save }).click();
    await expect(sheet).toHaveCount(0);
    await expect(row).toContainText(locale === 'en' ? `Quick ${width}` : changed);
    expect((await assistantsOf(operator)).map(({ name }) => name)).toContain(changed);
    expect(complaints).toEqual([]);
  });

test('an operator grants and ends a subscription on a user’s page', { tag: '@whole' }, async ({
  browser,
}) => {
  const t = words['zh-Hant'].operator;
  const student = await newVisitor(browser);
  await student.logIn(newNumber());
  const id = await student.id();
  const operator = await sharedOperator(browser);
  const { page } = operator;
  await operator.open(`/operator/users/${id}`);
  await expect(page.getByText(t.subscription.none)).toBeVisible();
  await page.getByRole('button', { name: t.subscription.give }).click();
  await confirm(operator, t.subscription.give);
  await expect(page.getByText(t.subscription.running)).toBeVisible();
  await page.getByRole('button', { name: t.subscription.end, exact: true }).click();
  await confirm(operator, t.subscription.end);
  await expect(page.getByText(t.subscription.none)).toBeVisible();
});
