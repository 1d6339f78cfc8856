import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dayOf, monthOf } from '#shared/hong-kong.ts';
import type { Person } from '#tests/callers.ts';
import { classroom, minutesOn, type Pair, slotOf, slotStart } from '#tests/classes.ts';
import { marketOf } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';
import { settleOverdue } from './lesson-due.ts';
import { judgeLessons } from './outcomes.ts';

const market = marketOf(await serve());
const { pair, clockIn: tap, taught, age } = classroom(market);
const { call, query } = market;

const undo = (person: Person, id: number, what: 'start' | 'end') =>
  call(person, `PUT /api/users/clock_in/${id}/undo`, { what });
const add = (person: Person, classId: number, from: number, to: number, more: object = {}) =>
  call(person, `POST /api/users/classes/${classId}/lessons`, {
    key: randomUUID(),
    started_at: minutesOn(from).toISOString(),
    ended_at: minutesOn(to).toISOString(),
    ...more,
  });
const outcomesOf = (classId: number) =>
  query('select outcome from lesson_outcomes where class_id = $1', [classId]);
const totalsOf = async ({ family, classId }: Pair) =>
  (await call(family, `GET /api/users/classes/${classId}`)).data.totals;
/** The tap reached us so many minutes earlier. */
async function received(id: number, which: 'start' | 'end', minutes: number) {
  await query('alter table lessons disable trigger hold_lesson');
  await query(
    `update lessons set ${which}_received_at = ${which}_received_at - make_interval(mins => $2) where id = $1`,
    [id, minutes],
  );
  await query('alter table lessons enable trigger hold_lesson');
}

test('a tutor who comes early says which planned lesson it is, or that it is an extra one', async () => {
  const begin = async (ahead: number, planned_at?: string | null) => {
    const { tutor, classId } = await pair([slotOf(minutesOn(ahead))]);
    const more = planned_at === undefined ? {} : { planned_at: planned_at && atSlot(ahead) };
    return (await tap(tutor, classId, 1, 0, more)).data.lesson;
  };
  const atSlot = (ahead: number) => slotStart(minutesOn(ahead)).toISOString();
  expect(await begin(180)).toMatchObject({ is_extra: true });
  expect(await begin(180, 'named')).toMatchObject({ is_extra: false, planned_at: atSlot(180) });
  expect(await begin(35, null)).toMatchObject({ is_extra: true });
  // Not half a day ahead, and never refused: the tap was made.
  expect(await begin(13 * 60, 'named')).toMatchObject({ is_extra: true });
});

test('a start is taken back within ten minutes, and the planned lesson is to be taught again', async () => {
  const couple = await pair([slotOf(minutesOn(35))]);
  const { family, tutor, classId } = couple;
  const begun = (await tap(tutor, classId, 1, 0)).data.lesson;
  expect(begun).toMatchObject({ is_extra: false, is_added: false, undo: { what: 'start' } });
  expect(await outcomesOf(classId)).toEqual([{ outcome: 'kept' }]);
  expect(await undo(family, begun.id, 'start')).toMatchObject({ code: 3006 });
  expect(await undo(tutor, begun.id, 'end')).toMatchObject({ code: 0, data: { state: 'open' } });
  const undone = await undo(tutor, begun.id, 'start');
  expect(undone).toMatchObject({ code: 0, data: { state: 'void', settled_how: 'tutor', undo: null } });
  expect(undone.data.history.at(-1)).toMatchObject({ actor: 'tutor', what: 'undone' });
  expect(await undo(tutor, begun.id, 'start')).toMatchObject({ code: 0 });
  expect(await outcomesOf(classId)).toEqual([]);
  expect((await market.noticeKindsOf(family)).slice(-2)).toEqual(['lesson_started', 'lesson_undone']);
  const unread = await query(
    `select kind from notices where user_id = $1 and kind = 'lesson_started' and read_at is null`,
    [family.id],
  );
  expect(unread).toEqual([]);
  const again = (await tap(tutor, classId, 1, 0)).data.lesson;
  expect(again).toMatchObject({ planned_at: begun.planned_at });
  await received(again.id, 'start', 11);
  expect(await undo(tutor, again.id, 'start')).toMatchObject({ code: 2518 });
  // Whatever the program above does.
  await expect(
    query(`update lessons set state = 'void', settled_how = 'tutor', settled_at = now() where id = $1`, [
      again.id,
    ]),
  ).rejects.toThrow(/may not go/);
});

test('an end is taken back within ten minutes, and the lesson goes on', async () => {
  const couple = await pair();
  const { family, tutor, classId } = couple;
  const id = await taught(couple, -60, 0);
  expect(await undo(tutor, id, 'start')).toMatchObject({ code: 2518 });
  const open = await undo(tutor, id, 'end');
  expect(open.data).toMatchObject({ state: 'open', ended_at: null, confirm_by: null });
  const [job] = await query(
    `select run_at > now() + interval '23 hours' and run_at < now() + interval '25 hours' as forgotten
     from graphile_worker.jobs where key = $1`,
    [`lesson-due:${id}`],
  );
  expect(job).toEqual({ forgotten: true });
  await tap(tutor, classId, 2, 0);
  await call(family, `PUT /api/users/clock_in/${id}/confirm`);
  expect(await undo(tutor, id, 'end')).toMatchObject({ code: 2518 });
  const other = await taught(couple, -150, -70);
  await received(other, 'end', 11);
  expect(await undo(tutor, other, 'end')).toMatchObject({ code: 2518 });
});

test('a lesson of under ten minutes leaves the planned one to be taught; none lies before the match', async () => {
  const { tutor, classId } = await pair([slotOf(minutesOn(35))]);
  const short = (await tap(tutor, classId, 1, -9)).data.lesson;
  expect(short.planned_at).toBe(slotStart(minutesOn(35)).toISOString());
  const ended = (await tap(tutor, classId, 2, 0)).data.lesson;
  expect(ended).toMatchObject({ minutes: 9, planned_at: null, is_extra: true });
  expect(await outcomesOf(classId)).toEqual([]);
  // It was not over after all: it is the planned one again.
  expect((await undo(tutor, short.id, 'end')).data).toMatchObject({ planned_at: short.planned_at });
  expect(await outcomesOf(classId)).toEqual([{ outcome: 'kept' }]);

  const fresh = await pair();
  await query('alter table classes disable trigger hold_class');
  await query('update classes set made_at = now() where id = $1', [fresh.classId]);
  await query('alter table classes enable trigger hold_class');
  expect(await tap(fresh.tutor, fresh.classId, 1, -30)).toMatchObject({ code: 2516 });
  expect(await add(fresh.tutor, fresh.classId, -60, -10)).toMatchObject({ code: 2516 });
  expect(await tap(fresh.tutor, fresh.classId, 1, 0)).toMatchObject({ code: 0 });
});

test('an extra lesson stays one, and a lesson that both agree was short gives its planned one back', async () => {
  const lessonOf = async (planned_at?: null) => {
    const couple = await pair([slotOf(minutesOn(35))]);
    const { tutor, classId } = couple;
    const more = planned_at === null ? { planned_at } : {};
    const { id } = (await tap(tutor, classId, 1, -20, more)).data.lesson;
    await tap(tutor, classId, 2, 0);
    return { ...couple, id };
  };
  const agreeOn = async (
    { tutor, family, classId, id }: Awaited<ReturnType<typeof lessonOf>>,
    minutes: number,
  ) => {
    const body = { key: randomUUID(), kind: 'minutes', lesson_id: id, minutes };
    const { data } = await call(tutor, `POST /api/users/classes/${classId}/proposals`, body);
    await call(family, `PUT /api/users/plan_proposals/${data.id}/accept`);
    return (await call(family, `GET /api/users/clock_in/${id}`)).data;
  };
  const extra = await lessonOf(null);
  expect((await undo(extra.tutor, extra.id, 'end')).data).toMatchObject({ planned_at: null, is_extra: true });
  await tap(extra.tutor, extra.classId, 2, 0);
  expect(await agreeOn(extra, 15)).toMatchObject({ minutes: 15, planned_at: null });
  expect(await outcomesOf(extra.classId)).toEqual([]);

  const planned = await lessonOf();
  expect(await outcomesOf(planned.classId)).toEqual([{ outcome: 'kept' }]);
  expect(await agreeOn(planned, 5)).toMatchObject({ minutes: 5, planned_at: null });
  expect(await outcomesOf(planned.classId)).toEqual([]);
  expect(await agreeOn(planned, 12)).toMatchObject({ minutes: 12, planned_at: expect.any(String) });
  expect(await outcomesOf(planned.classId)).toEqual([{ outcome: 'kept' }]);
});

test('a lesson that was added spares nobody before the family has confirmed it, and names none that was cancelled', async () => {
  const couple = await pair([slotOf(minutesOn(-32 * 60)), slotOf(minutesOn(-8 * 60))]);
  const { family, tutor, classId } = couple;
  await age(classId, 4);
  const started_at = slotStart(minutesOn(-32 * 60)).toISOString();
  const added = (await add(tutor, classId, -32 * 60, -31 * 60, { started_at })).data;
  expect(added.is_extra).toBe(false);
  await market.database.transaction((tx) => judgeLessons(tx, classId));
  expect(await outcomesOf(classId)).toEqual([{ outcome: 'absent' }]);
  await call(family, `PUT /api/users/clock_in/${added.id}/confirm`);
  expect(await outcomesOf(classId)).toEqual([{ outcome: 'kept' }]);

  const planned_at = slotStart(minutesOn(-8 * 60)).toISOString();
  await query(
    `insert into lesson_changes (class_id, planned_at, kind, minutes, changed_by, is_late)
     values ($1, $2, 'cancelled', 30, 'tutor', true)`,
    [classId, planned_at],
  );
  expect(await add(tutor, classId, -8 * 60, -7 * 60, { planned_at })).toMatchObject({ code: 2511 });
});

test('a forgotten lesson is added, and counts once the family has confirmed it', async () => {
  const couple = await pair([slotOf(minutesOn(-180))]);
  const { family, tutor, classId } = couple;
  const key = randomUUID();
  const added = await add(tutor, classId, -180, -90, { key });
  const { id } = added.data;
  expect(added.data).toMatchObject({ state: 'awaiting', is_added: true, confirm_by: null, minutes: 90 });
  expect((await add(tutor, classId, -180, -90, { key })).data.id).toBe(id);
  expect((await market.noticeKindsOf(family)).at(-1)).toBe('lesson_added');
  const waiting = (await call(family, 'GET /api/users/waiting')).data.list;
  expect(waiting).toContainEqual(
    expect.objectContaining({ kind: 'lesson_to_confirm', path: `/clock-in/${id}`, until: null }),
  );
  // Silence does not confirm it, and nothing is owed for it.
  await query(`update lessons set end_received_at = now() - interval '9 days' where id = $1`, [id]);
  await settleOverdue(market.database);
  expect(await totalsOf(couple)).toEqual({ lessons: 0, minutes: 0, charged_minutes: 0, amount: 0 });
  const month = monthOf(dayOf(minutesOn(-180)));
  const { data } = await call(family, `GET /api/users/classes/${classId}/statement?month=${month}`);
  expect(data).toMatchObject({ lessons: [{ id }], totals: { lessons: 0, minutes: 0, amount: 0 } });
  expect((await call(family, `PUT /api/users/clock_in/${id}/confirm`)).data).toMatchObject({
    state: 'confirmed',
  });
  expect(await totalsOf(couple)).toMatchObject({ lessons: 1, minutes: 90 });
  expect(await undo(tutor, id, 'start')).toMatchObject({ code: 2518 });

  expect(await add(tutor, classId, -150, -100)).toMatchObject({ code: 2505 });
  expect(await add(family, classId, -60, -10)).toMatchObject({ code: 3006 });
  const day = 24 * 60;
  for (const [from, to] of [
    [-30, 10],
    [-40, -31],
    [-31 * day - 60, -31 * day],
  ] as const)
    expect(await add(tutor, classId, from, to)).toMatchObject({ code: 2517 });
  const wrong = { planned_at: minutesOn(-45).toISOString() };
  expect(await add(tutor, classId, -60, -10, wrong)).toMatchObject({ code: 2511 });
  const mistaken = (await add(tutor, classId, -60, -10, { planned_at: null })).data;
  expect(mistaken.is_extra).toBe(true);
  expect(await undo(tutor, mistaken.id, 'start')).toMatchObject({ data: { state: 'void' } });
  expect(await add(tutor, classId, -60, -10)).toMatchObject({ code: 0 });
});

test('minutes are corrected when both agree, also after the family has confirmed', async () => {
  const couple = await pair();
  const { family, tutor, classId } = couple;
  const id = await taught(couple, -200, -120);
  const correct = (person: Person, minutes: number, lesson_id = id) =>
    call(person, `POST /api/users/classes/${classId}/proposals`, {
      ...{ key: randomUUID(), kind: 'minutes', lesson_id, minutes },
    });
  const asked = await correct(tutor, 95);
  expect(asked.data).toMatchObject({ lesson_id: id, minutes: 95, was_minutes: 80, state: 'open' });
  expect((await call(family, 'GET /api/users/waiting')).data.list).toContainEqual(
    expect.objectContaining({ kind: 'plan_proposed', path: `/clock-in/${id}#proposal-${asked.data.id}` }),
  );
  expect(await correct(tutor, 80)).toMatchObject({ code: 2514 });
  expect((await totalsOf(couple)).minutes).toBe(80);
  const accept = (proposal: number) => call(family, `PUT /api/users/plan_proposals/${proposal}/accept`);
  expect(await accept(asked.data.id)).toMatchObject({ code: 0 });
  const lesson = (await call(family, `GET /api/users/clock_in/${id}`)).data;
  expect(lesson).toMatchObject({ minutes: 95, state: 'confirmed', settled_how: 'family' });
  expect(lesson.history.at(-1)).toMatchObject({ actor: 'family', what: 'corrected' });
  const less = await correct(tutor, 60);
  expect(await accept(less.data.id)).toMatchObject({ code: 0 });
  expect(await totalsOf(couple)).toMatchObject({ lessons: 1, minutes: 60 });
  await taught(couple, -100, -40);
  const over = await correct(tutor, 130);
  expect(await accept(over.data.id)).toMatchObject({ code: 2505 });
  const elsewhere = await pair();
  expect(await correct(tutor, 50, await taught(elsewhere, -60, -5))).toMatchObject({ code: 1005 });
  // Whatever the program above does.
  await expect(
    query(`update lessons set ended_at = ended_at + interval '1 minute' where id = $1`, [id]),
  ).rejects.toThrow(/may not go|given once/);
});

test('the tutor notes what was done and the homework, the family reads it without a phone number, a stranger not', async () => {
  const couple = await pair();
  const { family, tutor, classId } = couple;
  const id = await taught(couple, -90, -30);
  const note = { done: '二次方程', homework: '練習 5，有問題致電 9123 4567' };
  const write = (person: Person, body: object) => call(person, `PUT /api/users/clock_in/${id}/note`, body);
  expect(await write(family, note)).toMatchObject({ code: 3006 });
  expect(await write(tutor, note)).toMatchObject({ code: 0, data: { note } });
  const read = (await call(family, `GET /api/users/clock_in/${id}`)).data.note;
  expect(read.done).toBe('二次方程');
  expect(read.homework).not.toContain('9123');
  const last = (await call(family, `GET /api/users/classes/${classId}`)).data.last_note;
  expect(last).toMatchObject({ lesson_id: id, ...read });
  const { family: stranger } = await pair();
  expect(await call(stranger, `GET /api/users/clock_in/${id}`)).toMatchObject({ code: 1005 });

  expect(await write(tutor, { done: ' ' })).toMatchObject({ data: { note: null } });
  await query('alter table lessons disable trigger hold_lesson');
  await query(
    `update lessons set started_at = started_at - interval '32 days', ended_at = ended_at - interval '32 days' where id = $1`,
    [id],
  );
  await query('alter table lessons enable trigger hold_lesson');
  expect(await write(tutor, note)).toMatchObject({ code: 2509 });
});

test("a label for a class is its owner's alone", async () => {
  const { family, tutor, classId } = await pair();
  const tag = (person: Person, text: string) =>
    call(person, `PUT /api/users/classes/${classId}/tag`, { tag: text });
  expect((await tag(tutor, ' 星期六 ')).data.tag).toBe('星期六');
  expect((await call(family, `GET /api/users/classes/${classId}`)).data.tag).toBe('');
  expect((await tag(tutor, '')).data.tag).toBe('');
  const { family: stranger } = await pair();
  expect(await tag(stranger, '甲')).toMatchObject({ code: 1005 });
});
