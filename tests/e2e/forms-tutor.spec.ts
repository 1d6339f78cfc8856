import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { register } from './forms-helpers.ts';
import { complaintsOf, expectAccessibleOnce, expectPath, open, words } from './helpers.ts';
import { onPhone } from './pairs.ts';
import { logInByApi, newNumber, signUp, test } from './people.ts';

const zh = words['zh-Hant'];

const photo = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#c84' } })
    .jpeg()
    .toBuffer();

type Words = (typeof words)['zh-Hant' | 'en'];

/** Fills in the listing up to the evidence step; `check` is called for every step once it is filled in. */
async function fillIn(page: Page, t: Words, check: (step: string) => Promise<void> = async () => {}) {
  const { tutorForm: form } = t;
  const go = async (title: string) => {
    await page.getByRole('button', { name: t.form.next, exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
  };
  await page.getByLabel(form.name).fill('陳老師');
  await check('person');
  await go(form.stepStudies);
  await page.getByLabel(form.education).selectOption('4');
  await page.getByRole('button', { name: form.addResult }).click();
  await page.locator('#field-dse_results-0-major_subject').selectOption('3');
  await page.locator('#field-dse_results-0-dse_level').selectOption('7');
  await check('studies');
  await go(form.stepTeaching);
  await page.locator('#field-subject_grades-0-major_subject').selectOption('3');
  await page
    .getByRole('checkbox', { name: form.wholeStage.replace('{{stage}}', t === zh ? '高中' : 'Senior') })
    .check();
  await page.getByRole('button', { name: form.addSubject }).click();
  await page.locator('#field-subject_grades-1-major_subject').selectOption('-1');
  await page.getByRole('button', { name: form.sameGrades.split('{{')[0] }).click();
  await page.getByLabel(form.experience).selectOption('3');
  await check('teaching');
  await go(form.placesHeading);
  await page
    .locator('#field-tutoring_region')
    .getByRole('checkbox', { name: form.wholeArea.replace('{{area}}', t === zh ? '九龍' : 'Kowloon') })
    .check();
  await page.getByRole('button', { name: t.slots.weekend }).click();
  await check('places');
  await go(form.priceHeading);
  await page.getByLabel(form.priceMin).fill('300');
  await page.getByLabel(form.priceMax).fill('200');
  await page.getByLabel(form.introduction).fill('五年經驗，電話 6123 4567');
  await expect(page.getByText(t.ui.covers.phone)).toBeVisible();
  await page.getByLabel(form.introduction).fill('五年經驗');
  await expect(page.getByText(t.ui.covers.phone)).toHaveCount(0);
  // A field with input is validated as soon as it loses the focus.
  await expect(page.getByLabel(form.priceMax)).toHaveAccessibleDescription(form.priceOrder);
  await check('price');
  await page.getByLabel(form.priceMax).fill('400');
  await go(form.stepEvidence);
}

test.describe('a tutor on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } });

  test('creates a listing with evidence, edits it and unlists it', { tag: '@whole' }, async ({ page }) => {
    test.setTimeout(90_000);
    const { tutorForm: form, evidence } = zh;
    const { call } = await register(page, { identity: 2, name: '陳老師' });
    await open(page, '/more-tutor-case');
    await page.getByRole('main').getByRole('link', { name: form.make }).click();
    await expectPath(page, '/me/tutor');
    await fillIn(page, zh);

    await expect(page.getByText(evidence.none)).toBeVisible();
    const file = page.getByLabel(evidence.choose);
    await file.setInputFiles({
      name: 'note.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('not a picture'),
    });
    await expect(
      page.getByRole('alert').filter({ hasText: '請上載 JPEG、PNG、WebP 圖片或 PDF 檔案' }),
    ).toBeVisible();
    await file.setInputFiles({
      name: 'huge.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
    });
    await expect(page.getByText(evidence.tooLarge.replace('{{name}}', 'huge.jpg'))).toBeVisible();
    await page.getByRole('radio', { name: evidence.kind.transcript }).check();
    await file.setInputFiles({ name: 'transcript.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    const item = page.getByRole('list', { name: evidence.list }).getByRole('listitem');
    await expect(item).toContainText(evidence.kind.transcript);
    await expect(item).toContainText(evidence.status.pending);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      item.getByRole('button', { name: evidence.download }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^evidence-\d+\.webp$/);
    const picture = await sharp(await download.path()).metadata();
    expect([picture.width, picture.height]).toEqual([800, 600]);

    await item.getByRole('button', { name: evidence.remove }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: evidence.keep }).click();
    await expect(item).toHaveCount(1);
    await item.getByRole('button', { name: evidence.remove }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: evidence.remove }).click();
    await expect(page.getByText(evidence.none)).toBeVisible();

    await page.getByRole('button', { name: zh.form.next, exact: true }).click();
    await page.getByRole('button', { name: form.publish }).dblclick();
    await expectPath(page, '/my-tutoring');
    const { data } = await call('GET', '/api/users/tutor_listing');
    expect(data.listing).toMatchObject({
      display_name: '陳老師',
      subject_grades: [
        { major_subject: 3, other_subject: null, grade: [13, 14, 15] },
        { major_subject: null, other_subject: 1, grade: [13, 14, 15] },
      ],
      price_min: 300,
      price_max: 400,
      is_listed: true,
      version: 1,
    });

    await page.getByRole('button', { name: form.unlist }).click();
    await expect(page.getByText(form.nowUnlisted)).toBeVisible();
    await page.getByRole('link', { name: form.editListing }).click();
    await expect(page.getByRole('heading', { level: 1, name: form.editTitle })).toBeVisible();
    await page.getByRole('button', { name: form.stepPrice }).click();
    await expect(page.getByRole('radio', { name: form.listedNo })).toBeChecked();
    await page.getByLabel(form.priceMax).fill('440');
    await page.getByRole('button', { name: form.save }).click();
    await expect(page.getByText(form.saved)).toBeVisible();
    await expect(page.getByLabel(form.priceMax)).toHaveValue('440');

    // Whoever leaves with unsaved changes is told so, and finds them again.
    await page.getByLabel(form.priceMax).fill('450');
    await page.goBack();
    await expect(page.getByLabel(form.name)).toBeVisible();
    await page.goBack();
    await page.getByRole('alertdialog').getByRole('button', { name: zh.form.unsavedLeave }).click();
    await expectPath(page, '/my-tutoring');
    await expect(page.getByText('HK$300–440')).toBeVisible();
    await expect(page.getByText(form.unsaved)).toBeVisible();
    await page.getByRole('link', { name: form.unsavedGoOn }).click();
    // The form opens again at the step that was left.
    await page.getByRole('button', { name: form.stepPrice }).click();
    await expect(page.getByLabel(form.priceMax)).toHaveValue('450');
    await open(page, '/me/tutor');
    await expect(page.getByLabel(form.priceMax)).toHaveValue('450');
    await page.getByRole('button', { name: zh.form.changesDiscard }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: zh.form.discardKeep }).click();
    await page.getByRole('button', { name: form.stepConfirm }).click();
    await page.getByRole('button', { name: form.save }).click();
    await expectPath(page, '/my-tutoring');
    await expect(page.getByText('HK$300–450').first()).toBeVisible();
    expect((await call('GET', '/api/users/tutor_listing')).data.listing).toMatchObject({
      price_max: 450,
      is_listed: false,
      version: 4,
    });
  });
});

test('a tutor begins on a phone, goes on at a computer, sees the card, and asks to be told of new cases', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const { tutorForm: form, market } = zh;
  const mobile = newNumber();
  const phone = await onPhone(browser, baseURL);
  await signUp(phone, { mobile, name: '陳大文', identity: 2 });
  await open(phone, '/me/tutor');
  const next = (page: Page) => page.getByRole('button', { name: zh.form.next, exact: true }).click();
  await next(phone);
  await phone.getByLabel(form.education).selectOption('4');
  await phone.getByLabel(form.school).fill('Imperial College London');
  await next(phone);
  const kept = phone.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/users/tutor_draft') &&
      (answer.request().postData() ?? '').includes('"subject":3'),
  );
  await phone.getByText('小學', { exact: true }).first().click();
  await phone.getByRole('checkbox', { name: '數學', exact: true }).check();
  await kept;

  const computer = await onPhone(browser, baseURL, { width: 1280 });
  await logInByApi(computer, mobile);
  await open(computer, '/me/tutor');
  await expect(computer.getByText(zh.form.draftRestored)).toBeVisible();
  await expect(computer.getByText('小一至小六')).toBeVisible();
  await computer.getByLabel(form.experience).selectOption('3');
  await next(computer);
  await computer
    .locator('#field-tutoring_region')
    .getByRole('checkbox', { name: form.wholeArea.replace('{{area}}', '九龍') })
    .check();
  await computer.getByRole('button', { name: zh.slots.weekend }).click();
  await next(computer);
  await computer.getByLabel(form.priceMin).fill('300');
  await computer.getByLabel(form.priceMax).fill('400');
  await next(computer);
  await next(computer);
  await expect(computer.getByRole('heading', { name: form.preview })).toBeVisible();
  await expect(computer.getByRole('article')).toContainText('Imperial College London');
  await computer.getByRole('button', { name: form.publish }).click();
  await expectPath(computer, '/my-tutoring');

  // The phone does not bring the sent draft back.
  await open(phone, '/me/tutor');
  await expect(phone.getByText(zh.form.changesRestored)).toHaveCount(0);
  await phone.getByRole('link', { name: form.seePublic }).click();
  await expect(phone.getByRole('heading', { name: market.ownPage })).toBeVisible();
  await expect(phone.getByText('Imperial College London').first()).toBeVisible();
  await expect(phone.getByRole('button', { name: market.inviteShort })).toHaveCount(0);

  await open(phone, '/cases');
  await phone.getByRole('button', { name: market.saveSearch }).click();
  await expect(phone.getByText(market.searchIsSaved).first()).toBeVisible();
  await phone.getByRole('link', { name: market.manageSearches }).click();
  await expect(phone.getByRole('link', { name: zh.me.kept.anyCase })).toBeVisible();
});

test('an evidence upload shows its progress and can be cancelled', { tag: '@whole' }, async ({ page }) => {
  await register(page, { identity: 2 });
  await open(page, '/me/tutor?step=6');
  const { evidence } = zh;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/users/evidence', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue().catch(() => {});
  });
  const file = page.getByLabel(evidence.choose);
  await file.setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photo() });
  await expect(page.getByRole('progressbar', { name: 'card.jpg' })).toBeVisible();
  await page.getByRole('button', { name: evidence.stop }).click();
  await expect(page.getByRole('progressbar')).toBeHidden();
  await expect(page.getByText(evidence.none)).toBeVisible();
  release();
});

test('a failure to load the evidence is shown and can be retried', { tag: '@whole' }, async ({ page }) => {
  await register(page, { identity: 2 });
  let broken = true;
  await page.route('**/api/users/evidence', (route) => (broken ? route.abort() : route.continue()));
  await open(page, '/me/tutor?step=6');
  await expect(page.getByRole('alert').filter({ hasText: zh.ui.errorTitle })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: zh.ui.retry }).click();
  await expect(page.getByText(zh.evidence.none)).toBeVisible();
});

for (const [width, locale] of [
  [375, 'zh-Hant'],
  [1280, 'en'],
] as const)
  test(`every step of a listing is accessible at ${width} px in ${locale}`, { tag: '@whole' }, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const t = words[locale];
    const complaints = complaintsOf(page);
    await page.setViewportSize({ width, height: 800 });
    await register(page, { identity: 2 });
    await open(page, `${locale === 'en' ? '/en' : ''}/me/tutor`);
    const check = (name: string) => expectAccessibleOnce(locale)(page, name);
    await fillIn(page, t, check);
    await page
      .getByLabel(t.evidence.choose)
      .setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    await expect(page.getByText(t.evidence.status.pending)).toBeVisible();
    await check('evidence');
    await page.getByRole('button', { name: t.form.next, exact: true }).click();
    await check('confirm');
    await page.getByRole('button', { name: t.tutorForm.publish }).click();
    await expect(page.getByRole('heading', { name: t.tutorForm.mine })).toBeVisible();
    await page.getByRole('button', { name: t.ui.dismiss }).first().click();
    await check('mine');
    expect(complaints).toEqual([]);
  });
