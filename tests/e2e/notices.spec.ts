import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectFits, expectPath, open, words } from './helpers.ts';
import { call, matched } from './pairs.ts';
import { sql, test } from './people.ts';

const { notices } = words['zh-Hant'].me;

const more = (count: number, unread = 0) =>
  unread === 0
    ? notices.more.replace('{{count}}', String(count))
    : notices.moreUnread.replace('{{count}}', String(count)).replace('{{unread}}', String(unread));
const group = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const isNew = (page: Page, title: string) => group(page, title).getByText(notices.new, { exact: true });

test('notices about one lesson are one group, and what one tab has read is read in the other', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const { family, ids, matchId, classId, talkId } = await matched(browser, baseURL);
  await sql('delete from notices where user_id = $1', [ids.family]);
  const about = JSON.stringify({ class: classId, planned_at: '2030-05-06T09:00:00.000Z' });
  await sql(
    `insert into notices (user_id, kind, params)
     values ($1, 'trial_over', jsonb_build_object('match', $3::int, 'case', 0)),
       ($1, 'lesson_moved', $2::jsonb), ($1, 'lesson_moved', $2::jsonb), ($1, 'lesson_cancelled', $2::jsonb)`,
    [ids.family, about, matchId],
  );
  const other = await family.context().newPage();
  await open(family, '/message?show=notices');
  await open(other, '/message?show=notices');

  // The latest line is read because it is shown; what is under it waits until the group is opened.
  await expect(family.getByRole('link', { name: '課堂取消', exact: true })).toBeVisible();
  await expect(family.getByText('課堂改期', { exact: true })).toHaveCount(0);
  for (const page of [family, other])
    await expect(group(page, '課堂取消').getByRole('button')).toHaveText(more(2, 2));
  await expect(
    family.locator('#main').getByText(notices.unread.replace('{{count}}', '2'), { exact: true }),
  ).toBeVisible();
  await expectAccessible(family, 'notices in groups');

  await family.getByRole('button', { name: more(2, 2) }).click();
  await expect(family.getByText('課堂改期', { exact: true })).toHaveCount(2);
  await expect(isNew(family, '課堂取消').first()).toBeVisible();
  await expect(family.getByRole('button', { name: notices.fewer })).toHaveAttribute('aria-expanded', 'true');
  await expect(other.getByRole('button', { name: more(2), exact: true })).toBeVisible();
  await expect(other.getByText(notices.unread.replace('{{count}}', '2'))).toHaveCount(0);
  await expectFits(family, 'an open group of notices');
  await expectAccessible(family, 'an open group of notices');

  // All at once, in both tabs.
  await sql('update notices set read_at = null where user_id = $1', [ids.family]);
  await other.reload();
  await other.getByRole('button', { name: notices.markAll }).click();
  await expect(other.getByRole('button', { name: notices.markAll })).toHaveCount(0);
  await family.reload();
  await expect(family.getByRole('button', { name: more(2), exact: true })).toBeVisible();
  await expect(family.getByText(notices.new, { exact: true })).toHaveCount(0);
  expect(await call(family, 'GET', '/api/users/notices/unread_count')).toEqual({ unread_count: 0 });

  // The page that it speaks of.
  await family.getByRole('link', { name: '試堂合適嗎？' }).click();
  await expectPath(family, `/message/${talkId}`);
});
