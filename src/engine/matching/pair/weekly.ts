/**
 * A week of half hours as 48 bits per day: bits 0 to 31 of the low word are 00:00 to 15:30, bits 0 to 15 of the
 * high word are 16:00 to 23:30. A class cannot cross midnight, because each day has its own words.
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
/** In half hours: no class is shorter than an hour. */
export const shortestClass = 2;

export const emptyWeek = (): Week => ({
  low: new Int32Array(daysPerWeek),
  high: new Uint16Array(daysPerWeek),
});

export function setHalf(week: Week, day: number, half: number) {
  if (half < 32) week.low[day] = (week.low[day] as number) | (1 << half);
  else week.high[day] = (week.high[day] as number) | (1 << (half - 32));
}

const zeroCode = 48;

/** "17:30" is 35; -1 if it is not a half hour. Reads character codes for speed: an update parses hundreds. */
export function halfOf(start: string): number {
  if (start.length !== 5 || start[2] !== ':') return -1;
  const tens = start.charCodeAt(0) - zeroCode;
  const ones = start.charCodeAt(1) - zeroCode;
  const hours = tens * 10 + ones;
  if (!(tens >= 0 && tens <= 2 && ones >= 0 && ones <= 9 && hours < 24)) return -1;
  if (start.charCodeAt(4) !== zeroCode) return -1;
  if (start.charCodeAt(3) === zeroCode) return hours * 2;
  return start.charCodeAt(3) === zeroCode + 3 ? hours * 2 + 1 : -1;
}

/** The first half hour that starts at or after HH:MM, 48 if there is none that day; -1 if it is not a time. */
export function halfFrom(time: string): number {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return -1;
  return Number(time.slice(0, 2)) * 2 + Math.ceil(Number(time.slice(3)) / 30);
}

/** Bits at which `halves` consecutive free half hours begin, for the low word; `startsHigh` does the high word. */
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
 * The number of days on which a class fits into both weeks, plus 8 times the common half hours on these days (see
 * `fittingDays`, `fittingHalves`). The second week is read from an offset in long arrays.
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
 * A week in 28 bits, four per day: whether a class of `halves` half hours can begin in each part of the day. If the
 * outlines of two weeks share no bit on a day, no class of at least both lengths fits on that day.
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

/** The 4 bits above an outline: free half hours in units of 8, rounded up (1: up to 8, 2: up to 16 …, 15: more). */
export const outlineBits = 28;
export const roughHalves = (halves: number) => Math.min(15, Math.ceil(halves / 8));
/** Lower bound of the free half hours. */
export const leastHalves = (rough: number) => 8 * rough - 7;

/** Mask of the days on which two outlines, already ANDed, share a bit; bit 0 is Monday. */
export function commonDays(both: number): number {
  let days = both | (both >>> 1);
  days = (days | (days >>> 2)) & 0x1111111;
  days |= days >>> 3;
  days = (days | (days >>> 6)) & 0xf000f;
  return (days | (days >>> 12)) & 127;
}

/** The number of days on which two outlines, already ANDed, share a bit. */
export function daysInCommon(both: number): number {
  const pairs = both | (both >>> 1);
  // One bit per day; the multiplication sums them into one nibble.
  return (Math.imul((pairs | (pairs >>> 2)) & 0x1111111, 0x1111111) >>> 24) & 15;
}

const morningHalf = 14;

/** The first half hour at which a class can begin, preferably from 07:00 on; -1 if none fits. */
function firstStart(low: number, high: number, halves: number): number {
  const starts = startsLow(low, high, halves);
  const later = startsHigh(high, halves);
  const waking = starts & (-1 << morningHalf);
  if (waking !== 0) return 31 - Math.clz32(waking & -waking);
  if (later !== 0) return 63 - Math.clz32(later & -later);
  return starts === 0 ? -1 : 31 - Math.clz32(starts & -starts);
}

const clocks = Array.from(
  { length: halvesPerDay },
  (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);

export const clock = (half: number) => clocks[half] as string;

/** Concrete common class times: `count` of them, each on a different day, the days as far apart as possible. */
export function commonTimes(
  week: Week,
  halves: number,
  count: number,
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
  return daysOf(spreads[days * 8 + count] as number).map((day) => {
    const start = starts[day] as number;
    return { weekday: day + 1, start: clock(start), end: end(start + halves) };
  });
}

const end = (half: number) => (half === halvesPerDay ? '24:00' : clock(half));

/** For every set of days and count, the subset with the largest minimum gap around the week; the first of equals. */
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
