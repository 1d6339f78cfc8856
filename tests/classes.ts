import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { slotAt, slotIndex, slotsPerWeek } from '#shared/weekly-slots.ts';
import type { Person } from './callers.ts';
import { type Family, type Market, match, type Tutor } from './market.ts';

export type Pair = { family: Family; tutor: Tutor; classId: number; matchId: number };

const minuteMs = 60_000;
/** So many minutes from now. */
export const minutesOn = (minutes: number, from = Date.now()) => new Date(from + minutes * minuteMs);

/** The weekly half hour that some moment is in. */
export function slotOf(moment: Date) {
  const local = new Date(moment.getTime() + 8 * 60 * minuteMs);
  const weekday = local.getUTCDay() === 0 ? 7 : local.getUTCDay();
  const start = `${String(local.getUTCHours()).padStart(2, '0')}:${local.getUTCMinutes() < 30 ? '00' : '30'}`;
  return { weekday, start };
}
/** The half hour after that one. */
export const nextSlot = (slot: ReturnType<typeof slotOf>) => slotAt((slotIndex(slot) + 1) % slotsPerWeek);
/** When the half hour begins that a moment is in. */
export const slotStart = (moment: Date) =>
  new Date(Math.floor(moment.getTime() / (30 * minuteMs)) * 30 * minuteMs);

/** What tests of classes do again and again. */
export function classroom(market: Market) {
  async function classOf(matchId: number) {
    const [row] = await market.query('select id::int from classes where match_id = $1', [matchId]);
    return row.id as number;
  }

  const room = {
    /** A family and a tutor with a class, at times of their own. */
    async pair(slots: object[] = [], tutor?: Tutor): Promise<Pair> {
      const family = await market.family({ start_tutoring_date: null });
      const teacher = tutor ?? (await market.tutor());
      const matchId = await match(market, family, teacher, { slots });
      return { family, tutor: teacher, matchId, classId: await classOf(matchId) };
    },

    /** A tap on a phone; `at` is in minutes from now, and sent at once unless told otherwise. */
    tap(
      person: Person,
      classId: number,
      status: 1 | 2 | 3,
      at: number,
      more: { key?: string; start_key?: string; reason?: string; sent?: number; exact?: Date } = {},
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

    /** A lesson that was begun and ended so many minutes ago. */
    async taught({ tutor, classId }: Pair, from: number, to: number): Promise<number> {
      expect(await room.tap(tutor, classId, 1, from)).toMatchObject({ code: 0 });
      const ended = await room.tap(tutor, classId, 2, to);
      expect(ended).toMatchObject({ code: 0, data: { lesson: { state: 'awaiting' } } });
      return ended.data.lesson.id;
    },

    /** As if the class had been made so many days ago. */
    async age(classId: number, days: number) {
      await market.query('alter table classes disable trigger hold_class');
      await market.query(
        `update classes set made_at = made_at - make_interval(days => $2), begins_on = begins_on - $2::int,
           judged_until = judged_until - make_interval(days => $2) where id = $1`,
        [classId, days],
      );
      await market.query('alter table classes enable trigger hold_class');
    },
  };
  return room;
}
