import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Person } from '#tests/callers.ts';
import { classroom, minutesOn, type Pair } from '#tests/classes.ts';
import { marketOf } from '#tests/market.ts';
import { addPerson, samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { publishReviewsJob } from './occasions.ts';
import { reviewData } from './personal-data.ts';

const market = marketOf(await serve());
const { pair, clockIn: tap, taught, held } = classroom(market);

/** Three lessons, one after the other. */
async function threeLessons(couple: Pair) {
  for (const at of [-300, -200, -100]) await held(couple, at, at + 60);
}
const page = async (person: Person, classId: number) =>
  (await market.call(person, `GET /api/users/classes/${classId}/reviews`)).data;
const write = (person: Person, classId: number, stars: number, text = '', occasion = 'third') =>
  market.call(person, `PUT /api/users/classes/${classId}/reviews/${occasion}`, { stars, text });
const shown = async ({ listingId }: { listingId: number }, cursor = '') =>
  (await market.call(undefined, `GET /api/common_info/teacher_case/${listingId}/reviews${cursor}`)).data;
const kinds = async (person: Person) =>
  (await market.noticeKindsOf(person)).filter((kind) => kind.startsWith('review'));
const runJob = (occasion: number) =>
  publishReviewsJob.run({ occasion }, { database: market.database } as never);
/** Simulates that this many days have passed. */
const wait = (classId: number, days: number) =>
  market.query(
    `update review_occasions set opened_at = opened_at - make_interval(days => $2),
       closes_at = closes_at - make_interval(days => $2) where class_id = $1`,
    [classId, days],
  );
const operator = async () => ({
  id: (await addPerson(market.database, { operator: true })).id,
  identity: 1 as const,
  operator: true,
});
/** The market’s cache follows slightly later. */
const rated = ({ listingId }: { listingId: number }, rating: unknown) =>
  expect
    .poll(
      async () =>
        (await market.call(undefined, `GET /api/common_info/teacher_case/${listingId}`)).data.rating,
      {
        timeout: 5_000,
      },
    )
    .toEqual(rating);

test('reviews open after the third confirmed lesson of half an hour, and neither side sees the other’s review until both have written', async () => {
  const couple = await pair();
  const { family, tutor, classId } = couple;
  await held(couple, -300, -250);
  await held(couple, -200, -150);
  // Neither a short lesson, nor one added afterwards, nor one that nobody has confirmed yet.
  await held(couple, -140, -111);
  const added = { key: randomUUID(), started_at: minutesOn(-500), ended_at: minutesOn(-400) };
  const { data } = await market.call(tutor, `POST /api/users/classes/${classId}/lessons`, added);
  await market.call(family, `PUT /api/users/clock_in/${data.id}/confirm`);
  const third = await taught(couple, -100, -70);
  expect(await kinds(family)).toEqual([]);
  await market.call(family, `PUT /api/users/clock_in/${third}/confirm`);
  expect(await kinds(family)).toEqual(['review_open']);
  const other = await pair();
  await held(other, -300, -250);
  await held(other, -200, -150);
  expect(await write(other.family, other.classId, 5)).toMatchObject({ code: 2531 });
  expect(await page(other.family, other.classId)).toMatchObject({ lessons_until_first: 1, occasions: [] });

  expect(await write(family, classId, 6)).toMatchObject({ code: 1001 });
  expect(await write(family, classId, 5, '', 'end')).toMatchObject({ code: 2531 });
  const stranger = { id: (await addPerson(market.database)).id, identity: 1 as const };
  expect(await write(stranger, classId, 5)).toMatchObject({ code: 1005 });
  const due = (await market.call(family, 'GET /api/users/reviews_due')).data.list;
  expect(due).toMatchObject([{ class_id: classId, occasion: 'third', my_side: 'family' }]);

  const text = '很有耐性，電話 9123 4567，wa.me/123';
  expect((await write(family, classId, 3, text)).data.occasions[0]).toMatchObject({
    can_write: true,
    published_at: null,
    mine: { stars: 3, text, can_reply: false, can_report: false },
  });
  expect((await market.call(family, 'GET /api/users/reviews_due')).data.list).toEqual([]);
  expect((await write(family, classId, 4, text)).data.occasions[0].mine.stars).toBe(4);
  expect((await page(tutor, classId)).occasions[0]).toMatchObject({ mine: null, theirs: null });
  expect(await shown(tutor)).toEqual({ rating: null, list: [], next_cursor: null });

  // A lesson after the review is not one that it speaks of.
  await market.query(
    `update reviews set written_at = now() - interval '35 minutes' where author_user_id = $1`,
    [family.id],
  );
  await taught(couple, -30, -20);

  const both = (await write(tutor, classId, 5, '家長準時')).data.occasions[0];
  expect(both).toMatchObject({ can_write: false, theirs: { stars: 4, can_reply: true, can_report: true } });
  expect(both.published_at).not.toBeNull();
  expect(both.theirs.text).toMatch(/^很有耐性/);
  expect(both.theirs.text).not.toMatch(/9123|wa\.me/);
  expect((await page(family, classId)).occasions[0].theirs.text).toBe('家長準時');
  for (const person of [family, tutor])
    expect(await kinds(person)).toEqual(['review_open', 'reviews_published']);
  expect(await write(family, classId, 5, '改')).toMatchObject({ code: 2532 });
  await expect(
    market.query(`update reviews set stars = 5 where author_user_id = $1`, [family.id]),
  ).rejects.toThrow(/published/);

  const [listed] = (await shown(tutor)).list;
  expect(listed).toMatchObject({ stars: 4, occasion: 'third', lessons: 4, reply: null });
  expect(JSON.stringify(listed)).not.toMatch(/9123|wa\.me/);
  await rated(tutor, { average: 4, count: 1 });
  const card = (await market.call(undefined, `GET /api/common_info/teacher_case/${tutor.listingId}`)).data;
  expect(card).toMatchObject({ lessons_taught: 5, answers_within: null });
});

test('two reviews written at the same time are both published, once', async () => {
  const couple = await pair();
  await threeLessons(couple);
  await Promise.all([write(couple.family, couple.classId, 5), write(couple.tutor, couple.classId, 5)]);
  expect((await page(couple.family, couple.classId)).occasions[0].published_at).not.toBeNull();
  expect(await kinds(couple.family)).toEqual(['review_open', 'reviews_published']);
  const again = await Promise.all([1, 2, 3].map(() => write(couple.family, couple.classId, 1)));
  expect(again.map(({ code }) => code)).toEqual([2532, 2532, 2532]);
});

test('after fourteen days written reviews are visible even if the job did not run, and no more can be written', async () => {
  const couple = await pair();
  const { family, tutor, classId } = couple;
  await threeLessons(couple);
  await write(family, classId, 2, '遲到');
  const [row] = await market.query(
    `select id::int, closes_at - opened_at = interval '14 days' as window,
       (select run_at = review_occasions.closes_at from graphile_worker.jobs where key = 'reviews:' || review_occasions.id) as due
     from review_occasions where class_id = $1`,
    [classId],
  );
  expect(row).toMatchObject({ window: true, due: true });
  await runJob(row.id);
  expect((await page(tutor, classId)).occasions[0].theirs).toBeNull();
  await wait(classId, 14);
  expect((await page(tutor, classId)).occasions[0]).toMatchObject({ can_write: false, theirs: { stars: 2 } });
  expect((await shown(tutor)).rating).toEqual({ average: 2, count: 1 });
  expect(await write(tutor, classId, 1, '他先說的')).toMatchObject({ code: 2531 });
  expect(await write(family, classId, 5)).toMatchObject({ code: 2532 });
  expect(await kinds(tutor)).toEqual(['review_open']);
  await runJob(row.id);
  await runJob(row.id);
  expect(await kinds(tutor)).toEqual(['review_open', 'reviews_published']);
  expect(await kinds(family)).toEqual(['review_open']);
  await rated(tutor, { average: 2, count: 1 });
});

test('reviews open at the end of a class with three such lessons, and not of one with fewer', async () => {
  const few = await pair();
  await held(few, -100, -50);
  await tap(few.tutor, few.classId, 3, 0);
  expect((await page(few.family, few.classId)).occasions).toEqual([]);
  const couple = await pair();
  await held(couple, -300, -250);
  await held(couple, -200, -150);
  // The running lesson ends with the class, and counts once it is confirmed.
  const { data } = await tap(couple.tutor, couple.classId, 1, -40);
  await tap(couple.tutor, couple.classId, 3, 0);
  expect((await page(couple.family, couple.classId)).occasions).toEqual([]);
  await market.call(couple.family, `PUT /api/users/clock_in/${data.lesson.id}/confirm`);
  expect((await page(couple.family, couple.classId)).occasions).toMatchObject([
    { occasion: 'end', can_write: true },
  ]);
  expect(await write(couple.family, couple.classId, 5, '', 'third')).toMatchObject({ code: 2531 });
  expect(await write(couple.family, couple.classId, 5, '', 'end')).toMatchObject({ code: 0 });
});

test('the reviewed side can reply after publication; an operator decides reports and everyone involved is notified', async () => {
  const couple = await pair();
  const { family, tutor, classId } = couple;
  await threeLessons(couple);
  await write(family, classId, 1, '亂講 98765432');
  const [{ id }] = await market.query('select id::int from reviews where author_user_id = $1', [family.id]);
  const reply = (person: Person, text: string) =>
    market.call(person, `PUT /api/users/reviews/${id}/reply`, { text });
  const report = (person: Person, reason = '不實 91234567') =>
    market.call(person, `POST /api/users/reviews/${id}/report`, { reason });
  expect(await reply(tutor, '多謝')).toMatchObject({ code: 1005 });
  expect(await report(tutor)).toMatchObject({ code: 1005 });
  await expect(market.query(`update reviews set reply = 'x' where id = $1`, [id])).rejects.toThrow(
    /not published/,
  );
  await write(tutor, classId, 5);
  expect(await reply(family, '自問自答')).toMatchObject({ code: 1005 });
  expect((await reply(tutor, '致電 91234567')).data.reply.text).toBe('致電 91234567');
  const [listed] = (await shown(tutor)).list;
  expect(listed.reply).toMatch(/^致電/);
  expect(listed.reply).not.toMatch(/9123/);

  const reader = { id: (await addPerson(market.database)).id, identity: 1 as const };
  expect(await report(tutor)).toMatchObject({ code: 0 });
  expect(await report(tutor)).toMatchObject({ code: 0 });
  expect(await report(reader)).toMatchObject({ code: 0 });
  const operatorUser = await operator();
  const queue = (await market.call(operatorUser, 'GET /api/operator/queue?kind=review_report')).data.list;
  expect(queue).toMatchObject([{ subject_id: String(id), opened_by: tutor.id, about_user: family.id }]);
  const { details } = (await market.call(operatorUser, `GET /api/operator/queue/${queue[0].id}`)).data;
  expect(details).toMatchObject({
    stars: 1,
    written_by: 'family',
    reports: [expect.stringMatching(/^tutor: 不實/), expect.stringMatching(/^reader: /)],
  });
  expect(JSON.stringify(details)).not.toMatch(/9123|9876/);
  await rated(tutor, { average: 1, count: 1 });
  const decided = await market.call(operatorUser, `POST /api/operator/queue/${queue[0].id}/decide`, {
    decision: 'remove',
  });
  expect(decided).toMatchObject({ code: 0 });
  for (const person of [family, tutor, reader])
    expect((await market.noticeKindsOf(person)).at(-1)).toBe('review_reported_decided');
  const [notice] = await market.query(
    `select params from notices where user_id = $1 and kind = 'review_reported_decided'`,
    [reader.id],
  );
  expect(notice.params).toEqual({ class: null, decision: 'removed' });
  expect(await shown(tutor)).toMatchObject({ rating: null, list: [] });
  await rated(tutor, null);
  expect((await page(tutor, classId)).occasions[0].theirs).toMatchObject({
    is_removed: true,
    text: '',
    can_reply: false,
  });
  expect(await reply(tutor, '再說')).toMatchObject({ code: 1005 });

  // The tutor’s review of the family is visible only to the two; its author can report only the reply to it.
  const [{ id: theirs }] = await market.query('select id::int from reviews where author_user_id = $1', [
    tutor.id,
  ]);
  expect(
    await market.call(reader, `POST /api/users/reviews/${theirs}/report`, { reason: 'x' }),
  ).toMatchObject({
    code: 1005,
  });
  expect(await market.call(tutor, `POST /api/users/reviews/${theirs}/report`, { reason: 'x' })).toMatchObject(
    {
      code: 3006,
    },
  );
  await market.call(family, `PUT /api/users/reviews/${theirs}/reply`, { text: '壞話' });
  expect(await market.call(tutor, `POST /api/users/reviews/${theirs}/report`, { reason: 'x' })).toMatchObject(
    {
      code: 0,
    },
  );
  const [about] = (await market.call(operatorUser, 'GET /api/operator/queue?kind=review_report')).data.list;
  expect(about).toMatchObject({ about_user: family.id, opened_by: tutor.id });
  await market.call(operatorUser, `POST /api/operator/queue/${about.id}/decide`, {
    decision: 'remove_reply',
  });
  expect((await page(tutor, classId)).occasions[0].mine).toMatchObject({ reply: null, is_removed: false });
});

test('a review list is paged by a cursor; a deleted author’s text is removed but the stars stay', async () => {
  const first = await pair();
  const couples = [first];
  for (let more = 0; more < 11; more++) couples.push(await pair([], first.tutor));
  for (const [at, { classId, family, tutor }] of couples.entries()) {
    await market.query(
      `with made as (insert into review_occasions (class_id, occasion, closes_at) values ($1, 'third', now() + interval '1 day')
         returning id)
       insert into reviews (occasion_id, author_side, author_user_id, about_user_id, stars, text)
       select id, 'family', $2, $3, $4, $5 from made`,
      [classId, family.id, tutor.id, 1 + (at % 5), `第 ${at} 個`],
    );
    await market.query('update review_occasions set published_at = now() where class_id = $1', [classId]);
  }
  const one = await shown(first.tutor);
  expect(one.list).toHaveLength(10);
  const two = await shown(first.tutor, `?cursor=${one.next_cursor}`);
  expect(two.list).toHaveLength(2);
  expect(two.next_cursor).toBeNull();
  const texts = [...one.list, ...two.list].map(({ text }) => text);
  expect(new Set(texts).size).toBe(12);
  expect(texts[0]).toBe('第 11 個');
  expect(one.rating).toEqual({ average: 2.8, count: 12 });
  await rated(first.tutor, { average: 2.8, count: 12 });

  const person = samplePerson(first.family.id);
  const mine = await reviewData.exportRows(market.database.db, person);
  expect(mine.reviews).toMatchObject([{ text: '第 0 個', stars: 1 }]);
  await market.database.transaction((tx) => reviewData.forget(tx, person));
  const after = await shown(first.tutor, `?cursor=${one.next_cursor}`);
  expect(after.list.map(({ text }: { text: string }) => text)).toEqual(['第 1 個', '']);
  expect(after.rating).toEqual({ average: 2.8, count: 12 });
});

test('published reviews count as a term of the matching score until they are removed', async () => {
  const slots = ['17:00', '17:30', '18:00', '18:30'].map((start) => ({ weekday: 3, start }));
  const tutor = await market.tutor({ match_time: slots });
  await market.tutor({ match_time: slots });
  const { family, classId } = await pair([], tutor);
  const draft = { child_info: [{ grade: 13, major_subject: [3] }], tutoring_region: 16, match_time: slots };
  const term = async () => {
    const { data } = await market.call(family, 'POST /api/algorithms/tutor_matcher', { draft });
    const found = data.list.find((one: { tutor: { id: number } }) => one.tutor.id === tutor.listingId);
    return found?.terms.find((one: { attribute: string }) => one.attribute === 'reviews')?.term ?? 0;
  };
  await expect.poll(term, { timeout: 5_000 }).toBe(0);
  await market.query(
    `with made as (insert into review_occasions (class_id, occasion, closes_at) values ($1, 'third', now() + interval '1 day')
       returning id)
     insert into reviews (occasion_id, author_side, author_user_id, about_user_id, stars)
     select id, 'family', $2, $3, 5 from made`,
    [classId, family.id, tutor.id],
  );
  await market.query('update review_occasions set published_at = now() where class_id = $1', [classId]);
  await expect.poll(term, { timeout: 5_000 }).toBeGreaterThan(0);
  await market.query('update reviews set removed_at = now() where about_user_id = $1', [tutor.id]);
  await expect.poll(term, { timeout: 5_000 }).toBe(0);
});
