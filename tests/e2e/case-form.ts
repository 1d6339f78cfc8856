/** Helpers for the form that posts a case. */
import { expect, type Page } from '@playwright/test';
import { words } from './helpers.ts';

const zh = words['zh-Hant'];
const { caseForm: form } = zh;

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
export const next = (page: Page) => page.getByRole('button', { name: zh.form.next, exact: true }).click();
export const postButton = (page: Page) => page.getByRole('button', { name: form.post, exact: true });
export const nickname = (page: Page) => page.getByLabel(form.nickname);
/** A posted case shows its matching tutors. */
export const expectResults = (page: Page) => expect(page).toHaveURL(/\/me\/case\/\d+\/tutors$/);
export const moreWishes = (page: Page) => page.getByRole('button', { name: zh.liveFit.more }).click();
export const posts = '**/api/common_info/student_detailed_registration';

/** Stores the answers to the home page's three questions; 34 was an id of mathematics, as in an old draft. */
export const leaveFinderDraft = (page: Page) =>
  page.addInitScript(() => {
    if (localStorage.getItem('test:finder')) return;
    localStorage.setItem('test:finder', 'left');
    localStorage.setItem('mingshi:case-draft', JSON.stringify({ grade: '12', subject: '34', region: '16' }));
  });

export async function toLastStep(page: Page, name = '小明') {
  await nickname(page).fill(name);
  for (const title of [form.stepNeeds, form.stepTimes, form.stepWishes, form.stepConfirm]) {
    await next(page);
    await expect(heading(page, title)).toBeFocused();
  }
}
