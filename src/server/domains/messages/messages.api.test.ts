import { expect, test } from 'vitest';
import { serve } from '#tests/serve.ts';
import { notify } from './notices.ts';

const { call, database, people } = await serve();

const notifyQuota = (userId: number, amount: number) =>
  database.transaction((tx) =>
    notify(tx, { userId, kind: 'quota_granted', params: { family: 'paper', amount } }),
  );

test('a user reads their notices in their language, latest first', async () => {
  const { id } = await people.add();
  for (const amount of [1, 2, 3]) await notifyQuota(id, amount);
  const { data } = await call({ id, locale: 'zh-Hant' }, 'GET /api/users/notices?page_size=2');
  expect(data).toMatchObject({ total: 3, page: 1, page_size: 2 });
  expect(data.list.map(({ text }: { text: string }) => text)).toEqual([
    '你獲得 3 頁試卷，現在就可以使用。',
    '你獲得 2 頁試卷，現在就可以使用。',
  ]);
  const english = await call({ id }, 'GET /api/users/notices?page=2&page_size=2');
  expect(english.data.list[0]).toMatchObject({ title: 'Your allowance has grown', is_read: false });
});

test('a notice whose words name a page links to that page', async () => {
  const { id } = await people.add();
  const about = { match: 7, case: 1 };
  await database.transaction(async (tx) => {
    await notify(tx, { userId: id, kind: 'police_check_asked', params: about });
    await notify(tx, { userId: id, kind: 'police_check_shared', params: about });
    await notify(tx, { userId: id, kind: 'match_ended', params: about });
    await notify(tx, { userId: id, kind: 'number_move_granted', params: {} });
    await notify(tx, { userId: id, kind: 'evidence_refused', params: { evidence: 'student_card' } });
    await notify(tx, { userId: id, kind: 'badge_expired', params: { badge: 'transcript' } });
    await notify(tx, { userId: id, kind: 'report_decided', params: { report: 3, decision: 'acted' } });
    await notify(tx, { userId: id, kind: 'quota_granted', params: { family: 'voice', amount: 60 } });
  });
  const { data } = await call({ id, locale: 'zh-Hant' }, 'GET /api/users/notices');
  const list: { kind: string; text: string; path: string | null }[] = data.list;
  expect(Object.fromEntries(list.map(({ kind, path }) => [kind, path]))).toEqual({
    police_check_asked: '/my-tutoring#match-7',
    police_check_shared: '/my-tutoring#match-7',
    match_ended: '/my-tutoring#match-7',
    number_move_granted: '/me/number',
    evidence_refused: '/me/tutor',
    badge_expired: '/me/tutor',
    report_decided: '/me/reports',
    quota_granted: '/voice',
  });
  for (const { text, path } of list)
    if (text.includes('「我的補習」')) expect(path).toMatch(/^\/my-tutoring/);
});

test('marking a notice as read twice counts once', async () => {
  const { id } = await people.add();
  await notifyQuota(id, 1);
  await notifyQuota(id, 2);
  const { data } = await call({ id }, 'GET /api/users/notices');
  const path = `/api/users/notices/${data.list[0].id}/read`;
  expect((await call({ id }, `PUT ${path}`)).data).toEqual({ unread_count: 1 });
  expect((await call({ id }, `PUT ${path}`)).data).toEqual({ unread_count: 1 });
  expect((await call({ id }, 'GET /api/users/notices/unread_count')).data.unread_count).toBe(1);
});

test('marking as read up to a notice leaves later notices and those of other users unread', async () => {
  const { id } = await people.add();
  const other = await people.add();
  for (const amount of [1, 2, 3]) await notifyQuota(id, amount);
  await notifyQuota(other.id, 1);
  const { data } = await call({ id }, 'GET /api/users/notices');
  const upTo = (up_to: number) => call({ id }, 'PUT /api/users/notices/read', { up_to });
  expect((await upTo(data.list[1].id)).data).toEqual({ unread_count: 1 });
  expect((await upTo(Number.MAX_SAFE_INTEGER)).data).toEqual({ unread_count: 0 });
  const theirs = await call({ id: other.id }, 'GET /api/users/notices/unread_count');
  expect(theirs.data.unread_count).toBe(1);
});

test('another user’s notice can be neither seen nor marked', async () => {
  const { id } = await people.add();
  const other = await people.add();
  await notifyQuota(id, 1);
  const { data } = await call({ id }, 'GET /api/users/notices');
  const marked = await call({ id: other.id }, `PUT /api/users/notices/${data.list[0].id}/read`);
  expect(marked).toMatchObject({ status: 404, code: 1005 });
  expect((await call({ id: other.id }, 'GET /api/users/notices')).data.total).toBe(0);
  expect((await call({ id }, 'GET /api/users/notices/unread_count')).data.unread_count).toBe(1);
});

test('notices need a product login', async () => {
  expect(await call(undefined, 'GET /api/users/notices')).toMatchObject({ code: 3002 });
  expect(await call({ id: 1, face: 'ai' }, 'GET /api/users/notices')).toMatchObject({ code: 3002 });
});

test('parameters that do not belong to a notice kind are refused or dropped before they are stored', async () => {
  const { id } = await people.add();
  await expect(
    database.transaction((tx) =>
      notify(tx, { userId: id, kind: 'quota_granted', params: { family: 'paper', amount: 'many' as never } }),
    ),
  ).rejects.toThrow();
  await database.transaction((tx) =>
    notify(tx, { userId: id, kind: 'ban_lifted', params: { name: '陳大文' } as never }),
  );
  const { rows } = await database.pool.query('select params from notices where user_id = $1', [id]);
  expect(rows).toEqual([{ params: {} }]);
});
