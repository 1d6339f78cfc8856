/** Helpers for the form that posts a case. */
import { expect, type Page } from '@playwright/test';
import { words } from './helpers.ts';

const zh = words['zh-Hant'];
const { caseForm: form } = zh;

/** A line of the summary, by its label; on a phone it opens a sheet, on a wide screen it opens in place. */
export const line = (page: Page, label: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${label}\\s`) });
/** Closes the open editor. */
export const done = (page: Page) => page.getByRole('button', { name: form.done, exact: true }).click();
export const postButton = (page: Page) => page.getByRole('button', { name: form.post, exact: true });
/** Its label also says that it is optional. */
export const priceField = (page: Page) => page.getByRole('textbox', { name: new RegExp(`^${form.price}`) });
export const nickname = (page: Page) => page.getByRole('textbox', { name: form.nickname });
/** The number of fitting tutors beside the last button. */
export const fitLine = (page: Page) => page.locator('[data-form-foot]').getByRole('status');
/** A posted case says what happens next. */
export const expectPosted = (page: Page) => expect(page).toHaveURL(/\/me\/case\/\d+\/posted$/);
export const posts = '**/api/common_info/student_detailed_registration';
/** Third form, mathematics, Sha Tin. */
export const chosen = 'grade=12&major_subject=34&region=16';

/** Stores the answers to the home page's three questions; 34 was an id of mathematics, as in an old draft. */
export const leaveFinderDraft = (page: Page) =>
  page.addInitScript(() => {
    if (localStorage.getItem('test:finder')) return;
    localStorage.setItem('test:finder', 'left');
    localStorage.setItem('mingshi:case-draft', JSON.stringify({ grade: '12', subject: '34', region: '16' }));
  });

/** Names the first student. */
export async function callStudent(page: Page, name: string) {
  await line(page, form.stepWho).click();
  await nickname(page).fill(name);
  await done(page);
}
