import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { beginWeekly, lockClassOf } from '#server/domains/classes/class-of-match.ts';
import { slotAt, slotIndex, slotsPerWeek } from '#shared/rules/half-hours.ts';
import type { Person } from './callers.ts';
import { type Family, type Market, match, type Tutor, talkOf } from './market.ts';

export type Pair = { family: Family; tutor: Tutor; classId: number; matchId: number; talkId: number };

const minuteMs = 60_000;
/** The time `minutes` after `from`, by default after now. */
export const minutesOn = (minutes: number, from = Date.now()) => new Date(from + minutes * minuteMs);

/** The weekly half-hour slot, in Hong Kong time, that a time falls in. */
export function slotOf(time: Date) {
  const local = new Date(time.getTime() + 8 * 60 * minuteMs);
  const weekday = local.getUTCDay() === 0 ? 7 : local.getUTCDay();
  const start = `${String(local.getUTCHours()).padStart(2, '0')}:${local.getUTCMinutes() < 30 ? '00' : '30'}`;
  return { weekday, start };
}
/** The following half-hour slot; the last of the week is followed by the first. */
export const nextSlot = (slot: ReturnType<typeof slotOf>) => slotAt((slotIndex(slot) + 1) % slotsPerWeek);
/** The start of the half hour that a time falls in. */
export const slotStart = (time: Date) =>
  new Date(Math.floor(time.getTime() / (30 * minuteMs)) * 30 * minuteMs);

/** The trial has passed, and the weekly lessons have begun. */
async function goOn({ query, database }: Pick<Market, 'query' | 'database'>, matchId: number) {
  await query(`update matches set status = 'going' where id = $1`, [matchId]);
  await query('update classes set weekly_from = made_at where match_id = $1', [matchId]);
  await database.transaction(async (tx) => beginWeekly(tx, await lockClassOf(tx, matchId)));
}

/** The match was made a while ago, so that lessons of the days before may be recorded. */
async function datedBack({ query }: Pick<Market, 'query'>, matchId: number) {
  await query('alter table classes disable trigger hold_class');
  await query(`update classes set made_at = made_at - interval '400 days' where match_id = $1`, [matchId]);
  await query('alter table classes enable trigger hold_class');
}

/** Common actions for tests of classes. */
export function classroom(market: Market) {
  async function classOf(matchId: number) {
    const [row] = await market.query('select id::int from classes where match_id = $1', [matchId]);
    return row.id as number;
  }

  const room = {
    /** A new family with a tutor and a class at the given weekly times; the trial has passed unless `onTrial`. */
    async pair(slots: object[] = [], tutor?: Tutor, { onTrial = false } = {}): Promise<Pair> {
      const family = await market.family({ start_tutoring_date: null });
      const teacher = tutor ?? (await market.tutor());
      const matchId = await match(market, family, teacher, { slots });
      if (!onTrial) await goOn(market, matchId);
      await datedBack(market, matchId);
      const talkId = await talkOf(market, matchId);
      return { family, tutor: teacher, matchId, talkId, classId: await classOf(matchId) };
    },

    /** Clocks in; `at` and `sent` (by default 0) are in minutes from now, `exact` overrides `at`. */
    clockIn(
      person: Person,
      classId: number,
      status: 1 | 2 | 3,
      at: number,
      more: {
        key?: string;
        start_key?: string;
        planned_at?: string | null;
        reason?: string;
        sent?: number;
        exact?: Date;
      } = {},
    ) {
      const { key = randomUUID(), sent = 0, exact, ...rest } = more;
      return market.call(person, 'POST /api/users/clock_in', {
        class_id: classId,
        status,
        key,
        at: (exact ?? minutesOn(at)).toISOString(),
        sent_at: minutesOn(sent).toISOString(),
        ...(status === 3 && { reason: '搬家' }),
        ...rest,
      });
    },

    /** Starts and ends a lesson; `from` and `to` are in minutes from now, negative for the past. */
    async taught({ tutor, classId }: Pair, from: number, to: number): Promise<number> {
      expect(await room.clockIn(tutor, classId, 1, from)).toMatchObject({ code: 0 });
      const ended = await room.clockIn(tutor, classId, 2, to);
      expect(ended).toMatchObject({ code: 0, data: { lesson: { state: 'awaiting' } } });
      return ended.data.lesson.id;
    },

    /** Moves the creation of the class `days` into the past. */
    async age(classId: number, days: number) {
      await market.query('alter table classes disable trigger hold_class');
      await market.query(
        `update classes set made_at = made_at - make_interval(days => $2), begins_on = begins_on - $2::int,
           judged_until = judged_until - make_interval(days => $2),
           weekly_from = weekly_from - make_interval(days => $2) where id = $1`,
        [classId, days],
      );
      await market.query('alter table classes enable trigger hold_class');
    },
  };
  return room;
}
