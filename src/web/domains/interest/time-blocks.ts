import { type Day, formatShortDay, weekdayNames, weekdayOf } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import { slotAt, slotIndex } from '#shared/rules/half-hours.ts';
import type { WeeklySlot } from '#shared/weekly-slots.ts';
import { clock, slotsOfDay } from '#web/ground/i18n/times.ts';

/** One weekly lesson: half hours that follow each other. */
export type TimeBlock = { id: string; slots: number[] };

const blockOf = (slots: number[]): TimeBlock => ({ id: slots.join(), slots });

/**
 * The lessons that fit into these half hours, as choices: first those already chosen, then lessons of the usual
 * length beside them. What was chosen by the weekly times alone may meanwhile be another class: that is left out.
 */
export function timeBlocks(
  common: readonly WeeklySlot[],
  chosen: readonly WeeklySlot[],
  minutes: number,
): { blocks: TimeBlock[]; chosen: string[] } {
  const length = Math.max(1, Math.round(minutes / 30));
  const both = common.map(slotIndex);
  const taken = runsOf(chosen.map(slotIndex))
    .filter((run) => both.length === 0 || run.every((slot) => both.includes(slot)))
    .map(blockOf);
  const free = both.filter((slot) => !taken.some(({ slots }) => slots.includes(slot)));
  const fitting = runsOf(free).flatMap((run) =>
    Array.from({ length: Math.floor(run.length / length) }, (_, at) =>
      blockOf(run.slice(at * length, (at + 1) * length)),
    ),
  );
  return {
    blocks: [...taken, ...fitting].sort((one, other) => (one.slots[0] ?? 0) - (other.slots[0] ?? 0)),
    chosen: taken.map(({ id }) => id),
  };
}

/** Those that are chosen, then the first of each day, then the rest; in the order of the week. */
export function bestBlocks(blocks: readonly TimeBlock[], chosen: readonly string[], count: number) {
  const dayOf = ({ slots }: TimeBlock) => Math.floor((slots[0] ?? 0) / slotsOfDay);
  const rank = (block: TimeBlock) => {
    if (chosen.includes(block.id)) return 0;
    return blocks.find((one) => dayOf(one) === dayOf(block)) === block ? 1 : 2;
  };
  const best = [...blocks].sort((one, other) => rank(one) - rank(other));
  const most = Math.max(count, chosen.length);
  return blocks.filter((block) => best.indexOf(block) < most);
}

/** Half hours without a gap, within one day. */
function runsOf(slots: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const slot of [...new Set(slots)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last.at(-1) === slot - 1 && slot % slotsOfDay !== 0) last.push(slot);
    else runs.push([slot]);
  }
  return runs;
}

export const slotsOfBlocks = (blocks: readonly TimeBlock[], ids: readonly string[]): WeeklySlot[] =>
  blocks.filter(({ id }) => ids.includes(id)).flatMap(({ slots }) => slots.map(slotAt));

/** 星期三 17:00–18:30, Wed 17:00–18:30. */
export function blockWords({ slots }: TimeBlock, locale: Locale) {
  const first = slots[0] ?? 0;
  const last = slots.at(-1) ?? 0;
  const day = weekdayNames[locale][Math.floor(first / slotsOfDay)];
  const end = (last + 1) % slotsOfDay === 0 ? '24:00' : clock(last + 1);
  return {
    day: locale === 'en' ? String(day) : `星期${day}`,
    time: `${clock(first)}–${end}`,
  };
}

/** 11 月 20 日 星期五, Fri 20 Nov */
export function dayWords(day: Day, locale: Locale) {
  const name = weekdayNames[locale][weekdayOf(day) - 1];
  return locale === 'en'
    ? `${name} ${formatShortDay(day, locale)}`
    : `${formatShortDay(day, locale)} 星期${name}`;
}
