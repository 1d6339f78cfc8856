import { expect, type Page } from '@playwright/test';
import { openBank } from '#server/domains/practice/bank.ts';
import { complaintsOf, expectAccessibleOnce, type Locale, open, repetition, words } from './helpers.ts';
import { newNumber, signUp, sql, test } from './people.ts';

const bank = openBank();

/** Finds the shown question in the question bank by its text, with the formulas' source. */
async function shownQuestion(page: Page, locale: Locale) {
  const of = locale === 'en' ? 'en' : 'zh';
  await expect(page.locator('#question .formula-waiting')).toHaveCount(0);
  const source = await page
    .locator('#question')
    .evaluate((heading) =>
      [...heading.children]
        .map((part) => part.querySelector('annotation')?.textContent ?? part.textContent)
        .join('|'),
    );
  const found = bank.questions.find((question) => {
    const text = question.kindOf === 'language' ? question.text : question[of];
    return text.split(/\\\(|\\\)/).join('|') === source;
  });
  if (!found) throw new Error(`not in the bank: ${source}`);
  return found;
}

const makeDue = (userId: number) =>
  sql(
    `with cards as (update practice_cards set due_at = now() - interval '1 hour' where user_id = $1)
     update practice_attempts set next_due_at = now() - interval '1 hour' where user_id = $1`,
    [userId],
  );

for (const [locale, width] of [
  ['zh-Hant', 375],
  ['en', 1280],
] as const)
  test.describe(`${locale} at ${width} px`, repetition(locale === 'en'), () => {
    test.use({ locale: locale === 'en' ? 'en-HK' : 'zh-HK', viewport: { width, height: 800 } });
    const t = words[locale].practice;
    const path = locale === 'en' ? '/en/review' : '/review';

    test('a visitor practises without login, gets answers marked, and is told that nothing is saved', async ({
      page,
    }) => {
      const complaints = complaintsOf(page);
      await open(page, path);
      await expect(page.getByText(t.logIn)).toBeVisible();
      await page.getByLabel(t.kind).selectOption({ label: locale === 'en' ? 'Factorisation' : '因式分解' });
      await page.getByRole('button', { name: t.start }).click();
      await expect(page.locator('#question')).toBeVisible();
      await page.getByRole('button', { name: t.dontKnow }).click();
      await expect(page.getByRole('heading', { name: t.notYet })).toBeFocused();
      await expect(page.getByText(t.checked).first()).toBeVisible();
      await expect(page.getByText(t.notKept)).toBeVisible();
      await page.getByRole('button', { name: t.next }).click();
      await expect(page.locator('#question')).toBeFocused();
      expect(complaints).toEqual([]);
    });

    test('a wrong answer becomes a card that returns when due, and the mastery follows', {
      tag: '@whole',
    }, async ({ page }) => {
      const complaints = complaintsOf(page);
      const { id } = await signUp(page, { mobile: newNumber(), name: '陳同學' });
      await open(page, path);
      await expect(page.getByRole('heading', { name: t.firstTitle })).toBeVisible();
      await expectAccessibleOnce(locale)(page, 'before the first question');

      await page
        .getByLabel(t.kind)
        .selectOption({ label: locale === 'en' ? 'Linear equations' : '一元一次方程' });
      await page.getByLabel(t.level).selectOption({ label: t.levels.junior });
      await page.getByRole('button', { name: t.start }).click();
      const question = await shownQuestion(page, locale);
      expect(question).toMatchObject({ kind: 'linear equation', level: 'junior' });
      const field = page.getByLabel(t.yourAnswer);

      // Empty or unreadable input: reported at the field; nothing is revealed or counted.
      await page.getByRole('button', { name: t.check, exact: true }).click();
      await expect(page.getByText(t.type)).toBeVisible();
      await field.fill('x = = ?');
      await field.press('Enter');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(t.answerIs)).toHaveCount(0);

      // The Enter that ends an IME composition does not submit.
      await field.fill('98765');
      const isNotPrevented = await field.evaluate((input) =>
        input.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
        ),
      );
      expect(isNotPrevented).toBe(false);
      await field.press('Enter');
      await expect(page.getByRole('heading', { name: t.notYet })).toBeFocused();
      await expect(page.getByRole('list', { name: t.steps })).toContainText(t.checked);
      await expectAccessibleOnce(locale)(page, 'a wrong answer');
      await page.getByRole('button', { name: t.stop }).click();
      await expect(page.getByRole('heading', { name: t.allDone })).toBeVisible();
      await expect(
        page.getByText(t.score.replace('{{correct}}', '0').replace('{{attempts}}', '1')),
      ).toBeVisible();

      await makeDue(id);
      await open(page, path);
      await expect(page.getByText(t.dueToday.replace('{{count}}', '1'))).toBeVisible();
      expect((await shownQuestion(page, locale)).id).toBe(question.id);
      await page.getByLabel(t.yourAnswer).fill(question.answer.replace('=', '＝'));
      await page.getByRole('button', { name: t.check, exact: true }).click();
      await expect(page.getByRole('heading', { name: t.right })).toBeFocused();
      await expect(page.getByText('20%', { exact: false }).first()).toBeVisible();
      await page.getByRole('button', { name: t.finish }).click();
      await expect(page.getByRole('heading', { name: t.allDone })).toBeVisible();
      await expect(
        page.getByText(t.score.replace('{{correct}}', '1').replace('{{attempts}}', '2')),
      ).toBeVisible();
      expect(complaints).toEqual([]);
    });
  });
