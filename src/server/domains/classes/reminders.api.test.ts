import { expect, test } from 'vitest';
import { addDays, isoTimeAt, today } from '#shared/hong-kong.ts';
import type { Person } from '#tests/callers.ts';
import { classroom, minutesOn, slotOf, slotStart } from '#tests/classes.ts';
import { marketOf } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';
import { remind } from './reminders.ts';

const market = marketOf(await serve());
const { pair, clockIn: tap } = classroom(market);

const run = (classId: number) => market.database.transaction((tx) => remind(tx, classId));
const reminded = (person: Person) =>
  market.query(
    `select params->>'starts_at' as at from notices where user_id = $1 and kind = 'lesson_soon' order by id`,
    [person.id],
  );
const dueAt = async (classId: number) =>
  (
    await market.query('select run_at from graphile_worker.jobs where key = $1', [`class-remind:${classId}`])
  )[0]?.run_at;

test('an hour before a lesson both sides are reminded, once, also when the job runs several times', async () => {
  const { family, tutor, classId } = await pair([slotOf(minutesOn(55))]);
  const start = slotStart(minutesOn(55)).toISOString();
  await Promise.all([run(classId), run(classId), run(classId)]);
  for (const person of [family, tutor]) expect(await reminded(person)).toEqual([{ at: start }]);
  // The next reminder is due a week later.
  expect(new Date(await dueAt(classId)).getTime()).toBe(Date.parse(start) + (7 * 24 - 1) * 3_600_000);
});

test('from the match on, a job is queued for one hour before the next lesson', async () => {
  const { classId, tutor } = await pair([slotOf(minutesOn(300))]);
  const start = slotStart(minutesOn(300));
  expect(new Date(await dueAt(classId))).toEqual(minutesOn(-60, start.getTime()));
  await run(classId);
  expect(await reminded(tutor)).toEqual([]);
});

test('cancelled, started and moved lessons are not announced at the old time; a moved lesson is announced at its new time', async () => {
  const cancelled = await pair([slotOf(minutesOn(55))]);
  const planned_at = slotStart(minutesOn(55)).toISOString();
  await market.call(cancelled.family, `POST /api/users/classes/${cancelled.classId}/cancel`, { planned_at });
  await run(cancelled.classId);
  expect(await reminded(cancelled.tutor)).toEqual([]);

  const begun = await pair([slotOf(minutesOn(55))]);
  await tap(begun.tutor, begun.classId, 1, 0);
  await run(begun.classId);
  expect(await reminded(begun.tutor)).toEqual([]);

  const moved = await pair([slotOf(minutesOn(60 * 50))]);
  const to = new Date(isoTimeAt(addDays(today(), 1), '12:00'));
  const answer = await market.call(moved.family, `POST /api/users/classes/${moved.classId}/reschedule`, {
    planned_at: slotStart(minutesOn(60 * 50)).toISOString(),
    moved_to: to.toISOString(),
  });
  await market.call(moved.tutor, `PUT /api/users/plan_proposals/${answer.data.proposal_id}/accept`);
  expect(new Date(await dueAt(moved.classId))).toEqual(minutesOn(-60, to.getTime()));
  // Whatever the hour is now.
  await market.query('alter table lesson_changes disable trigger refuse_taken_lesson');
  await market.query('update lesson_changes set moved_to = $2 where class_id = $1', [
    moved.classId,
    minutesOn(40),
  ]);
  await market.query('alter table lesson_changes enable trigger refuse_taken_lesson');
  await run(moved.classId);
  expect(await reminded(moved.family)).toHaveLength(1);
});

test('lessons of a stopped class are not announced', async () => {
  const { classId, tutor } = await pair([slotOf(minutesOn(55))]);
  await tap(tutor, classId, 3, 0);
  await run(classId);
  expect(await reminded(tutor)).toEqual([]);
});
