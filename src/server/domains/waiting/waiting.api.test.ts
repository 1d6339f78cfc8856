import { expect, test } from 'vitest';
import { addDays, isoTimeAt, today } from '#shared/hong-kong.ts';
import type { Waiting } from '#shared/notices/waiting.ts';
import type { Person } from '#tests/callers.ts';
import { classroom, nextSlot, slotOf } from '#tests/classes.ts';
import { wholeCase } from '#tests/forms.ts';
import { marketOf, match, talkOf } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';

const market = marketOf(await serve());
const room = classroom(market);

async function waitingOf(person: Person): Promise<Waiting[]> {
  const { code, data } = await market.call(person, 'GET /api/users/waiting');
  expect(code).toBe(0);
  const counted = await market.call(person, 'GET /api/users/waiting/count');
  expect(counted.data).toEqual({ needs_answer: data.needs_answer });
  return data.list;
}
const kindsOf = async (person: Person) => (await waitingOf(person)).map(({ kind }) => kind);
const answersFor = async (person: Person) =>
  (await market.call(person, 'GET /api/users/waiting/count')).data.needs_answer;

test('a visitor has nothing that waits', async () => {
  expect(await market.call(undefined, 'GET /api/users/waiting')).toMatchObject({ status: 401 });
  expect(await market.call(undefined, 'GET /api/users/waiting/count')).toMatchObject({ status: 401 });
});

test('a case that is online waits for its family, with the number that fitted last, and nobody else sees it', async () => {
  const family = await market.family();
  const stranger = await market.family();
  expect(await waitingOf(family)).toMatchObject([
    {
      kind: 'case_online',
      path: `/me/case/${family.caseId}/tutors`,
      needs_answer: false,
      count: null,
      about: { children: wholeCase.child_info.map(({ nickname }) => nickname) },
    },
  ]);
  await market.tutor();
  const found = await market.call(family, 'POST /api/algorithms/tutor_matcher', { case_id: family.caseId });
  expect(await waitingOf(family)).toMatchObject([{ kind: 'case_online', count: found.data.total }]);
  expect((await waitingOf(stranger)).map(({ path }) => path)).toEqual([`/me/case/${stranger.caseId}/tutors`]);
  await market.call(family, `PUT /api/users/case_offline/${family.caseId}`);
  expect(await waitingOf(family)).toEqual([]);
});

test('applications to one case are one card of its family until they are answered; the tutor waits for nothing', async () => {
  const family = await market.family();
  const [one, other] = [await market.tutor(), await market.tutor()];
  const first = await market.apply(one, family);
  expect(await waitingOf(family)).toMatchObject([
    {
      kind: 'application',
      count: 1,
      needs_answer: true,
      tutor_name: '陳',
      path: `/my-tutoring#request-${first.data.id}`,
    },
  ]);
  await market.apply(other, family);
  expect(await waitingOf(family)).toMatchObject([{ kind: 'application', count: 2, tutor_name: null }]);
  expect(await answersFor(family)).toBe(2);
  expect(await answersFor(one)).toBe(0);
  await market.act(family, { action: 'decline', interest_id: first.data.id });
  expect(await answersFor(family)).toBe(1);
  await market.act(other, { action: 'withdraw', interest_id: (await market.apply(other, family)).data.id });
  expect(await kindsOf(family)).toEqual(['case_online']);
});

test('an invitation waits for the tutor and names no child', async () => {
  const [family, tutor] = [await market.family(), await market.tutor()];
  await market.invite(family, tutor);
  const [card] = await waitingOf(tutor);
  expect(card).toMatchObject({ kind: 'invitation', needs_answer: true, about: { children: [] } });
  expect(card?.about?.grade).not.toEqual([]);
  expect(await answersFor(family)).toBe(0);
  const blocked = await market.call(tutor, 'POST /api/users/blocks', {
    place: 'case',
    place_id: family.caseId,
  });
  expect(blocked.code).toBe(0);
  expect(await answersFor(tutor)).toBe(0);
});

test('a trial is judged after it was held; a lesson waits for the family alone, until it is confirmed', async () => {
  const pair = await room.pair([], undefined, { onTrial: true });
  expect(await kindsOf(pair.family)).toEqual(['trial_to_arrange']);
  await room.age(pair.classId, 2);
  const lesson = await room.taught(pair, -90, -30);
  expect(await waitingOf(pair.family)).toMatchObject([
    { kind: 'trial_to_judge', path: `/my-tutoring#match-${pair.matchId}`, needs_answer: true },
    { kind: 'lesson_to_confirm', path: `/clock-in/${lesson}`, needs_answer: true },
  ]);
  expect(await answersFor(pair.tutor)).toBe(0);
  await market.call(pair.family, `PUT /api/users/clock_in/${lesson}/confirm`);
  await market.call(pair.family, `PUT /api/users/matches/${pair.matchId}/trial`, { passed: true });
  expect(await waitingOf(pair.family)).toEqual([]);
});

test('a proposed trial waits for who did not propose it, and the family is asked after the hour, clocked in or not', async () => {
  const { family, tutor, matchId } = await room.pair([], undefined, { onTrial: true });
  const path = `/my-tutoring#match-${matchId}`;
  const starts = new Date(isoTimeAt(addDays(today(), 2), '18:00')).toISOString();
  const proposed = await market.call(tutor, `POST /api/users/matches/${matchId}/trial_proposal`, {
    starts_at: starts,
  });
  expect(await waitingOf(family)).toMatchObject([
    { kind: 'trial_proposed', path, needs_answer: true, tutor_name: '陳', at: starts },
  ]);
  expect(await answersFor(tutor)).toBe(0);
  await market.call(family, `PUT /api/users/matches/${matchId}/trial_proposal/accept`, {
    proposal_id: proposed.data.trial.proposal.id,
  });
  const agreed = { kind: 'trial_agreed', path, needs_answer: false, at: starts };
  expect(await waitingOf(family)).toMatchObject([{ ...agreed, tutor_name: '陳' }]);
  expect(await waitingOf(tutor)).toMatchObject([{ ...agreed, tutor_name: null }, { kind: 'cases_fit' }]);
  const talk = await market.call(tutor, `GET /api/users/conversations/${await talkOf(market, matchId)}`);
  expect(talk.data.trial_steps).toMatchObject([
    { what: 'proposed', by: 'tutor', starts_at: starts },
    { what: 'agreed', by: 'tutor', starts_at: starts },
  ]);
  await market.query(
    `update trial_proposals set starts_at = now() - interval '3 hours' where match_id = $1`,
    [matchId],
  );
  expect(await kindsOf(family)).toEqual(['trial_to_judge']);
  expect(await answersFor(tutor)).toBe(0);
});

test('a message waits for who has not read it, and numbers to exchange for who has not agreed', async () => {
  const [family, tutor] = [await market.family(), await market.tutor()];
  const id = await match(market, family, tutor);
  const talkId = await talkOf(market, id);
  await market.call(tutor, `POST /api/users/conversations/${talkId}/messages`, {
    text: '你好',
    client_key: crypto.randomUUID(),
  });
  expect(await waitingOf(family)).toMatchObject([
    { kind: 'trial_to_arrange', needs_answer: false, path: `/my-tutoring#match-${id}`, tutor_name: '陳' },
    { kind: 'message', count: 1, needs_answer: false, path: `/message/${talkId}`, text: '你好' },
  ]);
  await market.call(tutor, `PUT /api/users/matches/${id}/contact`, { agree: true });
  expect(await kindsOf(family)).toEqual(['trial_to_arrange', 'contact_asked', 'message']);
  expect(await kindsOf(tutor)).toEqual(['trial_to_arrange', 'cases_fit']);
  await market.call(family, 'POST /api/users/police_checks', { match_id: id });
  expect(await waitingOf(tutor)).toMatchObject([
    { kind: 'trial_to_arrange', tutor_name: null },
    { kind: 'police_check_asked', path: `/my-tutoring#match-${id}`, needs_answer: true },
    { kind: 'cases_fit' },
  ]);
  // A tutor learns the child's nickname once both share their contacts, not before.
  const namesSeen = async () => [
    (await waitingOf(tutor))[0]?.about?.children,
    (await market.call(tutor, `GET /api/users/conversations/${talkId}`)).data.children,
  ];
  expect(await namesSeen()).toEqual([[], []]);
  await market.call(family, `PUT /api/users/matches/${id}/contact`, { agree: true });
  const nicknames = wholeCase.child_info.map(({ nickname }) => nickname);
  expect(await namesSeen()).toEqual([nicknames, nicknames]);
});

test('lessons of today are on the tutor’s list only, and cases that fit with the identity of a tutor', async () => {
  const now = slotOf(new Date());
  const pair = await room.pair([now, nextSlot(now)]);
  await room.age(pair.classId, 2);
  expect((await waitingOf(pair.tutor))[0]).toMatchObject({
    kind: 'lesson_today',
    path: `/clock-in?class=${pair.classId}`,
    needs_answer: false,
    is_open: false,
    about: { children: [] },
  });
  expect((await kindsOf(pair.family)).includes('lesson_today')).toBe(false);
  await room.clockIn(pair.tutor, pair.classId, 1, 0);
  const running = (await waitingOf(pair.tutor)).filter(({ kind }) => kind === 'lesson_today');
  expect(running).toMatchObject([{ is_open: true, path: `/clock-in?class=${pair.classId}` }]);
  expect((await waitingOf(pair.family))[0]).toMatchObject({
    kind: 'lesson_today',
    is_open: true,
    tutor_name: '陳',
  });
  const tutor = await market.tutor();
  expect(await kindsOf(tutor)).toEqual(['cases_fit']);
  expect(await kindsOf({ ...tutor, identity: 1 })).toEqual([]);
});

test('the next lesson of a class stands on both lists a week ahead, and three of them at most', async () => {
  const inTwoDays = slotOf(new Date(Date.now() + 48 * 3_600_000));
  const tutor = await market.tutor();
  const pairs = [];
  for (let i = 0, slot = inTwoDays; i < 4; i++, slot = nextSlot(slot))
    pairs.push(await room.pair([slot], tutor));
  const [first] = pairs;
  const expected = { kind: 'lesson_next', path: '/clock-in', needs_answer: false };
  expect(await waitingOf(first?.family as Person)).toMatchObject([{ ...expected, tutor_name: '陳' }]);
  const ahead = (await waitingOf(tutor)).filter(({ kind }) => kind === 'lesson_next');
  expect(ahead).toMatchObject([expected, expected, expected]);
  expect(ahead.map(({ at }) => at)).toEqual(ahead.map(({ at }) => at).sort());
});

test('a disputed lesson waits for the tutor’s account; a review that may be written stands on both lists', async () => {
  const pair = await room.pair();
  await room.age(pair.classId, 2);
  for (const from of [-360, -300, -240]) await room.held(pair, from, from + 50);
  const third = await room.taught(pair, -180, -130);
  const review = { kind: 'review_open', path: `/me/review/${pair.classId}`, needs_answer: false };
  expect((await waitingOf(pair.family)).at(-1)).toMatchObject({ ...review, tutor_name: '陳' });
  expect((await waitingOf(pair.tutor))[0]).toMatchObject({ ...review, tutor_name: null });
  await market.call(pair.family, `PUT /api/users/clock_in/${third}/dispute`, { note: '早走了' });
  expect((await waitingOf(pair.tutor))[0]).toMatchObject({
    kind: 'lesson_disputed',
    path: `/clock-in/${third}`,
    needs_answer: true,
  });
  expect((await waitingOf(pair.family)).at(-1)).toMatchObject({ kind: 'dispute_open', needs_answer: false });
  const told = await market.call(pair.tutor, `PUT /api/users/clock_in/${third}/account`, {
    note: '沒有早走',
  });
  expect(told.code).toBe(0);
  expect(await answersFor(pair.tutor)).toBe(0);
});

test('a listing that was begun waits for its tutor until it is sent or dropped', async () => {
  const tutor = await market.tutor();
  const body = { key: crypto.randomUUID(), form: { price_min: 300 }, version: 1, seen: null };
  expect((await market.call(tutor, 'PUT /api/users/tutor_draft', body)).code).toBe(0);
  expect(await waitingOf(tutor)).toContainEqual(
    expect.objectContaining({ kind: 'tutor_draft', path: '/me/tutor', needs_answer: false }),
  );
  await market.call(tutor, 'DELETE /api/users/tutor_draft');
  expect(await kindsOf(tutor)).not.toContain('tutor_draft');
});

test('a case that was begun waits for its family until it is dropped', async () => {
  const family = await market.family();
  const kept = await market.call(family, 'PUT /api/users/case_draft', {
    key: crypto.randomUUID(),
    form: { child_info: [{ nickname: '晴晴', grade: 3, major_subject: [1] }], tutoring_region: 'nowhere' },
  });
  expect(kept.code).toBe(0);
  expect(await waitingOf(family)).toMatchObject([
    {
      kind: 'case_draft',
      about: { children: ['晴晴'], grade: [3], major_subject: [1], tutoring_region: null },
    },
    { kind: 'case_online' },
  ]);
  await market.call(family, 'DELETE /api/users/case_draft');
  expect(await kindsOf(family)).toEqual(['case_online']);
});
