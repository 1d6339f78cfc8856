import { expect, test } from 'vitest';
import { classroom, type Pair } from '#tests/classes.ts';
import { marketOf } from '#tests/market.ts';
import { addPerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { lessonDueJob, settleOverdue } from './lesson-due.ts';

const market = marketOf(await serve());
const { pair, clockIn: tap, taught } = classroom(market);

const page = async ({ family }: Pair, id: number) =>
  (await market.call(family, `GET /api/users/clock_in/${id}`)).data;
const dispute = ({ family }: Pair, id: number, note = '冇嚟 9123 4567') =>
  market.call(family, `PUT /api/users/clock_in/${id}/dispute`, { note });
const runJob = (lesson: number) =>
  lessonDueJob.run({ lesson }, { database: market.database } as Parameters<typeof lessonDueJob.run>[1]);
/** Simulates that this many hours have passed since the end was received. */
const wait = (id: number, hours: number) =>
  market.query('update lessons set confirm_by = confirm_by - make_interval(hours => $2) where id = $1', [
    id,
    hours,
  ]);
/** Simulates that the start was received a day earlier. */
async function ageStart(id: number) {
  await market.query('alter table lessons disable trigger hold_lesson');
  await market.query(
    `update lessons set start_received_at = start_received_at - interval '24 hours' where id = $1`,
    [id],
  );
  await market.query('alter table lessons enable trigger hold_lesson');
}
async function operator() {
  const { id } = await addPerson(market.database, { operator: true });
  return { id, identity: 1 as const, operator: true };
}

test('a lesson can be disputed for exactly 72 hours and then counts as confirmed, even if the job did not run', async () => {
  const couple = await pair();
  const id = await taught(couple, -60, -10);
  const [row] = await market.query(
    `select extract(epoch from confirm_by - end_received_at)::int as wait,
       (select run_at = lessons.confirm_by from graphile_worker.jobs where key = 'lesson-due:' || lessons.id) as due
     from lessons where id = $1`,
    [id],
  );
  expect(row).toEqual({ wait: 72 * 3600, due: true });
  await runJob(id);
  expect(await page(couple, id)).toMatchObject({ state: 'awaiting' });

  await market.query('update lessons set confirm_by = now() where id = $1', [id]);
  const silent = await page(couple, id);
  expect(silent).toMatchObject({ state: 'confirmed', settled_how: 'silence', settled_at: silent.confirm_by });
  expect(await dispute(couple, id)).toMatchObject({ code: 2509 });
  const listed = await market.call(couple.family, 'GET /api/users/clock_in?state=awaiting');
  expect(listed.data.total).toBe(0);
  const [stored] = await market.query('select state from lessons where id = $1', [id]);
  expect(stored.state).toBe('awaiting');

  const late = await market.call(couple.family, `PUT /api/users/clock_in/${id}/confirm`);
  expect(late.data).toMatchObject({ state: 'confirmed', settled_how: 'silence' });
  await runJob(id);
  expect(await page(couple, id)).toMatchObject({ state: 'confirmed', settled_at: silent.confirm_by });
  expect((await market.noticeKindsOf(couple.tutor)).at(-1)).toBe('lesson_confirmed');
});

test('lessons left over by a lost job are settled by the next job', async () => {
  const couple = await pair();
  const [first, second] = [await taught(couple, -60, -50), await taught(couple, -40, -30)];
  for (const id of [first, second]) await wait(id, 73);
  const open = (await tap(couple.tutor, couple.classId, 1, -20)).data.lesson.id;
  await ageStart(open);
  await market.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
  await runJob(second);
  const states = 'select state from lessons where id = any($1) order by id';
  const rows = await market.query(states, [[first, second, open]]);
  expect(rows).toEqual([{ state: 'confirmed' }, { state: 'confirmed' }, { state: 'awaiting' }]);
  await settleOverdue(market.database);
});

test('an operator decides a dispute after both sides have commented, and both sides are notified', async () => {
  const couple = await pair();
  const { family, tutor } = couple;
  const operatorUser = await operator();
  for (const [decision, state, minutes] of [
    ['stand', 'confirmed', 120],
    ['planned', 'confirmed', 90],
    ['void', 'void', 120],
  ] as const) {
    const at = { stand: -1000, planned: -700, void: -400 }[decision];
    const id = await taught(couple, at, at + 120);
    expect(await dispute({ ...couple, family: tutor as never }, id)).toMatchObject({ code: 3006 });
    expect((await dispute(couple, id)).data).toMatchObject({
      state: 'disputed',
      dispute: { family_note: '冇嚟 9123 4567', tutor_note: '' },
    });
    expect(await market.call(family, `PUT /api/users/clock_in/${id}/confirm`)).toMatchObject({ code: 2509 });
    const maskedNote = (await market.call(tutor, `GET /api/users/clock_in/${id}`)).data.dispute.family_note;
    expect(maskedNote).toMatch(/^冇嚟/);
    expect(maskedNote).not.toMatch(/9123/);
    const account = { note: '有嚟，屋企人開門' };
    expect(await market.call(tutor, `PUT /api/users/clock_in/${id}/account`, account)).toMatchObject({
      code: 0,
    });
    expect(await market.call(family, `PUT /api/users/clock_in/${id}/account`, account)).toMatchObject({
      code: 3006,
    });
    const queue = await market.call(operatorUser, 'GET /api/operator/queue?kind=lesson_dispute');
    const item = queue.data.list.find((one: { subject_id: string }) => one.subject_id === String(id));
    expect(item).toMatchObject({ opened_by: family.id, about_user: tutor.id });
    const details = await market.call(operatorUser, `GET /api/operator/queue/${item.id}`);
    expect(details.data.details).toMatchObject({
      family_note: maskedNote,
      tutor_note: '有嚟，屋企人開門',
      minutes: 120,
    });
    const decide = (body: object) =>
      market.call(operatorUser, `POST /api/operator/queue/${item.id}/decide`, body);
    expect(await decide({ decision })).toMatchObject({ code: 1001 });
    expect(await decide({ decision, answer: '雙方都說準時開始' })).toMatchObject({ code: 0 });
    expect(await page(couple, id)).toMatchObject({
      ...{ state, minutes, settled_how: 'operator' },
      dispute: { reason: '雙方都說準時開始' },
    });
    for (const person of [family, tutor]) {
      const { data } = await market.call(person, 'GET /api/users/notices');
      expect(data.list[0]).toMatchObject({ kind: 'lesson_dispute_decided', reason: '雙方都說準時開始' });
    }
  }
  const totals = (await market.call(family, 'GET /api/users/clock_in')).data;
  expect(totals).toMatchObject({ total: 3, minutes: 210, amount: 280 * 3.5 });
});

test('a forgotten end is set to the planned end of the lesson until the tutor sends the real end', async () => {
  const couple = await pair();
  const begun = await tap(couple.tutor, couple.classId, 1, -300);
  const { id } = begun.data.lesson;
  await runJob(id);
  expect(await page(couple, id)).toMatchObject({ state: 'open' });
  await ageStart(id);
  await runJob(id);
  expect(await page(couple, id)).toMatchObject({ state: 'awaiting', ended_how: 'forgotten', minutes: 90 });
  for (const person of [couple.family, couple.tutor])
    expect((await market.noticeKindsOf(person)).at(-1)).toBe('lesson_end_forgotten');
  const corrected = await tap(couple.tutor, couple.classId, 2, -180, { start_key: await startKey(id) });
  expect(corrected.data.lesson).toMatchObject({ id, ended_how: 'tutor', minutes: 120, state: 'awaiting' });
  expect(await tap(couple.tutor, couple.classId, 2, -100, { start_key: await startKey(id) })).toMatchObject({
    code: 2509,
  });
});

async function startKey(lessonId: number): Promise<string> {
  const [row] = await market.query('select key from clock_entries where lesson_id = $1 and status = 1', [
    lessonId,
  ]);
  return row.key;
}
