/**
 * A week of half hours as seven day words of 48 bits: bits 0 to 31 are 00:00 to 15:30, the high word's 0 to 15 are 16:00
 * to 23:30. A class never crosses midnight, because no word does.
 */

/** How many bits are set. */
export function bitCount(mask: number): number {
  let count = mask - ((mask >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export type Week = { low: Int32Array; high: Uint16Array };
export type Slot = { weekday: number; start: string };
export type ClassTime = { weekday: number; start: string; end: string };

export const daysPerWeek = 7;
const halvesPerDay = 48;
/** No class is shorter than an hour. */
export const shortestClass = 2;

export const emptyWeek = (): Week => ({
  low: new Int32Array(daysPerWeek),
  high: new Uint16Array(daysPerWeek),
});

export function setHalf(week: Week, day: number, half: number) {
  if (half < 32) week.low[day] = (week.low[day] as number) | (1 << half);
  else week.high[day] = (week.high[day] as number) | (1 << (half - 32));
}

const zero = 48;

/** "17:30" is 35; -1 where it is no half hour. By character codes: an update reads hundreds of these. */
export function halfOf(start: string): number {
  if (start.length !== 5 || start[2] !== ':') return -1;
  const tens = start.charCodeAt(0) - zero;
  const ones = start.charCodeAt(1) - zero;
  const hours = tens * 10 + ones;
  if (!(tens >= 0 && tens <= 2 && ones >= 0 && ones <= 9 && hours < 24)) return -1;
  if (start.charCodeAt(4) !== zero) return -1;
  if (start.charCodeAt(3) === zero) return hours * 2;
  return start.charCodeAt(3) === zero + 3 ? hours * 2 + 1 : -1;
}

/** The first half hour that does not begin before HH:MM, 48 when there is none that day; -1 where it is no time. */
export function halfFrom(time: string): number {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return -1;
  return Number(time.slice(0, 2)) * 2 + Math.ceil(Number(time.slice(3)) / 30);
}

/** Bits where `halves` free half hours begin, low word; the high one is `startsHigh`. */
function startsLow(low: number, high: number, halves: number): number {
  let starts = low;
  let shiftedLow = low;
  let shiftedHigh = high;
  for (let step = 1; step < halves; step++) {
    shiftedLow = (shiftedLow >>> 1) | (shiftedHigh << 31);
    shiftedHigh >>>= 1;
    starts &= shiftedLow;
  }
  return starts;
}

function startsHigh(high: number, halves: number): number {
  let starts = high;
  for (let step = 1; step < halves; step++) starts &= high >>> step;
  return starts;
}

/**
 * On how many days a class fits into both weeks, and 8 times the half hours that the two have in common on these days;
 * the second week lies anywhere in long arrays.
 */
export function fittingTimes(
  week: Week,
  halves: number,
  low: Int32Array,
  lowAt: number,
  high: Uint16Array,
  highAt: number,
): number {
  let found = 0;
  for (let day = 0; day < daysPerWeek; day++) {
    const bothLow = (week.low[day] as number) & (low[lowAt + day] as number);
    const bothHigh = (week.high[day] as number) & (high[highAt + day] as number);
    if ((bothLow | bothHigh) === 0) continue;
    if ((startsLow(bothLow, bothHigh, halves) | startsHigh(bothHigh, halves)) !== 0)
      found += 1 + ((bitCount(bothLow) + bitCount(bothHigh)) << 3);
  }
  return found;
}
export const fittingDays = (times: number) => times & 7;
export const fittingHalves = (times: number) => times >> 3;

/** Four parts of the day, by their half hours: night and morning, afternoon, early evening, late evening. */
const parts = [
  [0, 28],
  [28, 35],
  [35, 39],
  [39, 48],
] as const;
const partLow = parts.map(([from, to]) => wordOf(from, Math.min(32, to)));
const partHigh = parts.map(([from, to]) => wordOf(Math.max(0, from - 32), to - 32));

function wordOf(from: number, to: number): number {
  let word = 0;
  for (let bit = from; bit < to; bit++) word |= 1 << bit;
  return word;
}

/**
 * A week in 28 bits, four a day: whether a class of so many half hours may begin in each part of it. Where the outlines of
 * two weeks have nothing in common on a day, the day has no class in common that is as long as both were drawn for.
 */
export function outlineOf({ low, high }: Week, halves: number): number {
  let outline = 0;
  for (let day = 0; day < daysPerWeek; day++) {
    const starts = startsLow(low[day] as number, high[day] as number, halves);
    const later = startsHigh(high[day] as number, halves);
    for (let part = 0; part < parts.length; part++)
      if ((starts & (partLow[part] as number)) | (later & (partHigh[part] as number)))
        outline |= 1 << (day * 4 + part);
  }
  return outline;
}

/** Above an outline there is room for how many half hours are free: 1 is up to 8, 2 up to 16 …, 15 any number more. */
export const outlineBits = 28;
export const roughHalves = (halves: number) => Math.min(15, Math.ceil(halves / 8));
/** At least so many are free. */
export const leastHalves = (rough: number) => 8 * rough - 7;

/** The days on which two outlines, already anded, have something in common; bit 0 is Monday. */
export function commonDays(both: number): number {
  let days = both | (both >>> 1);
  days = (days | (days >>> 2)) & 0x1111111;
  days |= days >>> 3;
  days = (days | (days >>> 6)) & 0xf000f;
  return (days | (days >>> 12)) & 127;
}

/** On how many days two outlines, already anded, have something in common. */
export function daysInCommon(both: number): number {
  const pairs = both | (both >>> 1);
  // One bit a day, summed into the topmost nibble.
  return (Math.imul((pairs | (pairs >>> 2)) & 0x1111111, 0x1111111) >>> 24) & 15;
}

const dayBegins = 14;

/** The half hour at which a class may begin, from 07:00 on where there is a choice; -1 where none fits. */
function firstStart(low: number, high: number, halves: number): number {
  const starts = startsLow(low, high, halves);
  const later = startsHigh(high, halves);
  const waking = starts & (-1 << dayBegins);
  if (waking !== 0) return 31 - Math.clz32(waking & -waking);
  if (later !== 0) return 63 - Math.clz32(later & -later);
  return starts === 0 ? -1 : 31 - Math.clz32(starts & -starts);
}

const clocks = Array.from(
  { length: halvesPerDay },
  (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);

export const clock = (half: number) => clocks[half] as string;

/** Concrete common times: as many as wanted, each on a day of its own, the days as far apart as they can be. */
export function commonTimes(
  week: Week,
  halves: number,
  wanted: number,
  { low, lowAt, high, highAt }: { low: Int32Array; lowAt: number; high: Uint16Array; highAt: number },
): ClassTime[] {
  const starts: number[] = [];
  let days = 0;
  for (let day = 0; day < daysPerWeek; day++) {
    const bothLow = (week.low[day] as number) & (low[lowAt + day] as number);
    const bothHigh = (week.high[day] as number) & (high[highAt + day] as number);
    const start = firstStart(bothLow, bothHigh, halves);
    starts.push(start);
    if (start >= 0) days |= 1 << day;
  }
  return daysOf(spreads[days * 8 + wanted] as number).map((day) => {
    const start = starts[day] as number;
    return { weekday: day + 1, start: clock(start), end: end(start + halves) };
  });
}

const end = (half: number) => (half === halvesPerDay ? '24:00' : clock(half));

/** For every set of days and number wanted, the subset with the widest smallest gap round the week; of equals the earliest. */
const spreads = new Uint8Array(128 * 8);
const widest = new Int8Array(128 * 8).fill(-1);
for (let chosen = 1; chosen < 128; chosen++) {
  const days = daysOf(chosen);
  let gap = daysPerWeek;
  for (let at = 0; at < days.length; at++) {
    const next = days[at + 1] ?? (days[0] as number) + daysPerWeek;
    gap = Math.min(gap, next - (days[at] as number));
  }
  for (let among = chosen; among < 128; among++) {
    if ((among & chosen) !== chosen) continue;
    const place = among * 8 + days.length;
    if (gap <= (widest[place] as number)) continue;
    widest[place] = gap;
    spreads[place] = chosen;
  }
}

function daysOf(set: number): number[] {
  const days: number[] = [];
  for (let day = 0; day < daysPerWeek; day++) if (set & (1 << day)) days.push(day);
  return days;
}
