import type { Class, PlannedLesson } from '#shared/classes.ts';
import { addDays, clockOf, type Day, isoTimeAt, today, weekdayOf } from '#shared/hong-kong.ts';
import type { TrialOfMatch } from '#shared/interest.ts';
import type { Locale } from '#shared/locale.ts';
import { slotIndex } from '#shared/rules/half-hours.ts';
import { trialRules } from '#shared/rules/offer-rules.ts';
import { namesIn } from '#web/domains/reference/named.ts';
import { reference } from '#web/domains/reference/store.ts';
import type { Api } from '#web/ground/api/api.ts';
import { slotsOfDay } from '#web/ground/i18n/times.ts';

/** A lesson in one's own calendar, or a weekly time kept for a class whose trial is to come. */
export type Busy = { from: number; to: number; class_id: number; isKept: boolean };

type OwnClass = Pick<Class, 'id' | 'match_id' | 'my_side' | 'finish_status' | 'weekly_from' | 'slots'>;
type Own = Pick<PlannedLesson, 'class_id' | 'starts_at' | 'ends_at' | 'is_trial' | 'state'>;

/** What stands on the days of a trial, without the trial of this match itself, which is being moved. */
export function busyTimes(
  lessons: readonly Own[],
  classes: readonly OwnClass[],
  matchId: number,
  days: readonly Day[],
): Busy[] {
  const own = classes.find(({ match_id }) => match_id === matchId)?.id;
  const planned = lessons
    .filter(({ class_id, state }) => class_id !== own && (state === 'planned' || state === 'moved'))
    .map(({ class_id, starts_at, ends_at }): Busy => {
      return { from: Date.parse(starts_at), to: Date.parse(ends_at), class_id, isKept: false };
    });
  const kept = classes
    .filter((one) => one.id !== own && one.my_side === 'tutor' && one.finish_status === 1 && !one.weekly_from)
    .flatMap(({ id, slots }) =>
      days.flatMap((day) =>
        slots
          .filter((slot) => Math.floor(slotIndex(slot) / slotsOfDay) === weekdayOf(day) - 1)
          .map(({ start }): Busy => {
            const from = Date.parse(isoTimeAt(day, start));
            return { from, to: from + 30 * 60_000, class_id: id, isKept: true };
          }),
      ),
    );
  return joined([...planned, ...kept].sort((one, other) => one.from - other.from));
}

/** Half hours of one class that follow each other are one time. */
function joined(list: readonly Busy[]) {
  const all: Busy[] = [];
  for (const one of list) {
    const before = all.findLast(({ class_id, to }) => class_id === one.class_id && to >= one.from);
    if (before) before.to = Math.max(before.to, one.to);
    else all.push({ ...one });
  }
  return all;
}

/** What a trial that begins then would run into. */
export function clashOf<B extends Busy>(day: Day, start: string, minutes: number, busy: readonly B[]) {
  const from = Date.parse(isoTimeAt(day, start));
  return busy.find((one) => one.from < from + minutes * 60_000 && one.to > from);
}

/** 17:00–18:30 */
export const busyHours = ({ from, to }: Busy) => `${clockOf(from)}–${clockOf(to)}`;

/** The viewer's own calendar, with the grade and subject of each lesson. */
export async function readBusy(api: Api, { match_id }: Pick<TrialOfMatch, 'match_id'>, locale: Locale) {
  const from = today();
  const days = Array.from({ length: trialRules.mostDays }, (_, ahead) => addDays(from, ahead));
  const [{ list: lessons }, { list: classes }, grades, majors, others] = await Promise.all([
    api('GET /api/users/schedule', { query: { from, to: days.at(-1) ?? from } }),
    api('GET /api/users/classes', { query: { page_size: 100 } }),
    reference(api, locale, 'grade'),
    reference(api, locale, 'major_subject'),
    reference(api, locale, 'other_subject'),
  ]);
  const nameOf = (id: number) => {
    const cls = classes.find((one) => one.id === id);
    if (!cls) return '';
    const subjects = [...namesIn(majors.list, cls.major_subject), ...namesIn(others.list, cls.other_subject)];
    return [...namesIn(grades.list, cls.grade), ...subjects].join(' ');
  };
  return busyTimes(lessons, classes, match_id, days).map((one) => ({ ...one, name: nameOf(one.class_id) }));
}
