import { expect, test } from 'vitest';
import { monthOf, today } from '#shared/hong-kong.ts';
import { type Notice, type NoticeKindName, noticeKinds } from '#shared/messages.ts';
import { rowOf } from '#web/ground/routing/rules.ts';
import type { Person } from './callers.ts';
import { everyNotice } from './deliveries/every-notice.ts';
import { marketOf } from './market.ts';
import { serve } from './serve.ts';

const market = marketOf(await serve({ pages: true }));
const { call, newBrowser } = market;

const noticesOf = async (person: Person): Promise<Notice[]> =>
  (await call(person, 'GET /api/users/notices?page_size=100')).data.list;

test('every kind has words in both languages, and opens a page that is there for the person who was told', async () => {
  const { family, tutor, matchId, talkId, classId, lesson, task, thread, kinds, tell } =
    await everyNotice(market);
  await tell();
  const pages = new Map<string, string>();
  for (const person of [family, tutor]) {
    const own = Object.keys(kinds).filter((kind) => kinds[kind as NoticeKindName][0] === person);
    for (const locale of ['zh-Hant', 'en'] as const) {
      const told = await noticesOf({ ...person, locale });
      expect(told.map(({ kind }) => kind).sort()).toEqual([...own].sort());
      for (const { title, text } of told)
        for (const words of [title, text])
          expect(/\p{Script=Han}/u.test(words), words).toBe(locale === 'zh-Hant');
    }
    const browser = newBrowser();
    await browser.proveNumber(person.mobile.replace('+852', ''));
    const addresses = new Set<string>();
    for (const { kind, path } of await noticesOf(person)) {
      const [pathname = ''] = (path ?? '').split(/[?#]/);
      expect(rowOf(pathname)?.page, kind).toBeDefined();
      pages.set(kind, path ?? '');
      addresses.add((path ?? '').replace(/#.*/, ''));
    }
    for (const address of addresses) {
      const shown = await browser.get(address);
      expect({ address, status: shown.status }).toEqual({ address, status: 200 });
      expect(shown.text).not.toContain('logged-out');
    }
  }
  // The pages that the words name.
  const day = `/clock-in?class=${classId}&day=${today()}`;
  expect(Object.fromEntries(pages)).toMatchObject({
    interest_applied: `/message/${talkId}`,
    interest_declined: `/message/${talkId}`,
    contact_agreed: `/message/${talkId}`,
    trial_passed: `/clock-in?class=${classId}`,
    match_rests: `/my-tutoring#match-${matchId}`,
    match_closed: `/my-tutoring#match-${matchId}`,
    lesson_ended: `/clock-in/${lesson}`,
    lesson_moved: day,
    lesson_cancelled: day,
    lesson_soon: day,
    safety_overdue: `/clock-in?class=${classId}`,
    plan_proposed: `${day}#proposal-7`,
    plan_accepted: `/clock-in?class=${classId}#proposal-7`,
    review_reported_decided: `/me/review/${classId}`,
    statement_ready: `/me/fees?month=${monthOf(today())}&class=${classId}`,
    fee_unpaid: `/me/fees?month=${monthOf(today())}&side=family&class=${classId}`,
    fee_paid: `/me/fees?month=${monthOf(today())}&side=tutor&class=${classId}`,
    new_device: '/me/sessions',
    paper_ready: `/erase/erase-1-${task}`,
    answer_ready: `/aitutor/${thread}`,
  });
  expect(Object.keys(kinds).sort()).toEqual(Object.keys(noticeKinds).sort());
});
