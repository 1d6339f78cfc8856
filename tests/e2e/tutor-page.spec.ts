import { expect } from '@playwright/test';
import { photoWithPlace } from '../documents.ts';
import { expectAccessible, open, words } from './helpers.ts';
import { inviteFromPage, onPhone, onShowFor } from './pairs.ts';
import { newNumber, signUp, sql, test } from './people.ts';

const { market, tutorForm } = words['zh-Hant'];

test('a tutor page keeps the case it was opened from, and says what has happened with it', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const [family, tutor] = [await onPhone(browser, baseURL), await onPhone(browser, baseURL)];
  const parent = await signUp(family, { mobile: newNumber(), name: '陳太' });
  const teacher = await signUp(tutor, { mobile: newNumber(), name: '李老師', identity: 2 });
  const { listingId, caseId } = await onShowFor(parent.id, teacher.id);
  const path = `/tutor/${listingId}?case=${caseId}`;
  const bar = family.getByRole('button', { name: market.inviteShort, exact: true });

  await open(tutor, '/me/tutor');
  const photo = await photoWithPlace(500, 300);
  await tutor
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo });
  await tutor.getByRole('dialog').getByRole('button', { name: tutorForm.cropTake }).click();
  await expect(tutor.getByText(tutorForm.photoSaved)).toBeVisible();

  await open(family, path);
  await expect(family.locator('header img[src*="tutor_photo"]')).toHaveJSProperty('complete', true);
  await expect(family.getByText(market.unverified)).toBeVisible();
  await expect(family.getByRole('link', { name: market.back })).toHaveAttribute(
    'href',
    new RegExp(`/me/case/${caseId}/tutors$`),
  );
  await expect(bar).toBeInViewport();
  await expectAccessible(family, 'a tutor page opened from a case');
  await inviteFromPage(family);
  await open(family, path);
  await expect(bar).toHaveCount(0);
  await expect(family.getByText(market.invitedShort)).toBeInViewport();

  await sql("update interests set status = 'closed', decided_at = now() where case_id = $1", [caseId]);
  await sql('update cases set status = 2 where id = $1', [caseId]);
  await open(family, path);
  await expect(family.getByText(market.caseIdleShort)).toBeInViewport();
  await expect(bar).toHaveCount(0);
});

test('a family without a case is led to post one for this tutor, and another’s case is not kept', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const [family, tutor] = [await onPhone(browser, baseURL), await onPhone(browser, baseURL)];
  const other = await signUp(family, { mobile: newNumber(), name: '黃太' });
  const teacher = await signUp(tutor, { mobile: newNumber(), name: '何老師', identity: 2 });
  const { listingId, caseId } = await onShowFor(other.id, teacher.id);
  const stranger = await onPhone(browser, baseURL);
  await signUp(stranger, { mobile: newNumber(), name: '周太' });
  await open(stranger, `/tutor/${listingId}?case=${caseId}`);
  await expect(stranger.getByRole('link', { name: market.backToTutors })).toBeVisible();
  // What a list was searched for is carried over into the case.
  await open(stranger, '/tutors?region=15&grade=8&major_subject=3');
  await open(stranger, `/tutor/${listingId}`);
  await stranger.getByRole('button', { name: market.inviteShort, exact: true }).click();
  await stranger.getByRole('dialog').getByRole('link', { name: market.postFirst }).click();
  await stranger.waitForURL(/\/me\/case\/new\?(?=.*major_subject=3)(?=.*grade=8)(?=.*region=15)/);
});
