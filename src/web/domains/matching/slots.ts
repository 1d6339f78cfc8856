import { nameIn } from '#web/domains/reference/named.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import type { Explained } from './fit-words.ts';
import type { MatchNames } from './load-names.ts';

/** 星期三 17:00、星期六 18:00. */
export const slotWords = (t: Translate, names: Pick<MatchNames, 'weekdays'>, slots: Explained['slots']) =>
  slots
    .map(({ weekday, start }) => t('matching.slot', { day: nameIn(names.weekdays, weekday), start }))
    .join(t('matching.and'));

/** The half hours of those times, in the form of an offer. */
export const halfHoursOf = (slots: Explained['slots']) =>
  slots.flatMap(({ weekday, start, end }) => {
    const [from, to] = [halfOf(start), halfOf(end)];
    return Array.from({ length: to - from }, (_, at) => ({ weekday, start: clockOf(from + at) }));
  });

const halfOf = (clock: string) => Number(clock.slice(0, 2)) * 2 + (clock.endsWith('30') ? 1 : 0);
const clockOf = (half: number) =>
  `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
