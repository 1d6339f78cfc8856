/**
 * Approximate door-to-door minutes by public transport between the 18 districts, in the order of their ids,
 * estimated by hand. Lower triangle only: the times are symmetric. The diagonal is travel within a district.
 */
const minutes = [
  [15],
  [20, 15],
  [35, 25, 18],
  [30, 30, 40, 20],
  [25, 25, 35, 40, 15],
  [30, 35, 40, 45, 15, 15],
  [35, 35, 35, 50, 20, 20, 15],
  [40, 40, 35, 55, 25, 25, 15, 15],
  [40, 40, 25, 55, 30, 35, 25, 20, 18],
  [35, 40, 50, 55, 25, 18, 30, 35, 45, 18],
  [40, 45, 55, 60, 30, 22, 35, 40, 50, 15, 15],
  [60, 65, 75, 80, 50, 45, 60, 60, 70, 40, 35, 20],
  [60, 65, 75, 80, 50, 45, 60, 60, 70, 40, 35, 25, 22],
  [65, 65, 70, 85, 50, 50, 50, 50, 60, 55, 55, 50, 40, 18],
  [55, 55, 60, 75, 40, 40, 40, 40, 50, 45, 50, 60, 50, 20, 18],
  [45, 45, 45, 65, 30, 30, 25, 25, 35, 30, 35, 60, 55, 35, 20, 18],
  [50, 50, 35, 65, 45, 45, 35, 30, 22, 55, 60, 85, 85, 65, 55, 35, 20],
  [45, 50, 60, 65, 45, 45, 55, 60, 65, 35, 40, 60, 65, 85, 75, 60, 80, 30],
] as const satisfies readonly (readonly number[])[];

/** Assumed for tutors who name districts to travel to but no home district: a medium travel time. */
export const unknownHomeMinutes = 40;

const districts = minutes.map((_, at) => at + 1);
/** Both directions; each district has a row of 32 places. */
const table = new Uint8Array(32 * 32);
minutes.forEach((row, far) => {
  row.forEach((found, near) => {
    table[(far + 1) * 32 + near + 1] = found;
    table[(near + 1) * 32 + far + 1] = found;
  });
});

export function travelMinutes(from: number, to: number): number {
  const found = table[from * 32 + to];
  if (!found) throw new RangeError(`There is no district ${from} or ${to}`);
  return found;
}

/** Districts are bits of a mask; bit 0 is district 1. */
export const allDistricts = 0x3ffff;

/**
 * Sum, count and minimum of minutes for every subset of districts 1 to 9, followed by those of districts 10 to 18.
 */
export type Ways = { sums: Uint16Array; counts: Uint8Array; shortest: Uint8Array };

const setSize = 512;
const waysByDistrict = districts.map((to): Ways => {
  const ways: Ways = {
    sums: new Uint16Array(2 * setSize),
    counts: new Uint8Array(2 * setSize),
    shortest: new Uint8Array(2 * setSize).fill(255),
  };
  for (let place = 0; place < 2 * setSize; place++)
    for (let bit = 0; bit < 9; bit++) {
      if (!(place & (1 << bit))) continue;
      const found = travelMinutes(bit + 1 + (place < setSize ? 0 : 9), to);
      ways.sums[place] = (ways.sums[place] as number) + found;
      ways.counts[place] = (ways.counts[place] as number) + 1;
      ways.shortest[place] = Math.min(ways.shortest[place] as number, found);
    }
  return ways;
});

/** Placeholder when no travel is needed. */
export const noTravel: Ways = {
  sums: new Uint16Array(0),
  counts: new Uint8Array(0),
  shortest: new Uint8Array(0),
};

export const waysTo = (district: number) => waysByDistrict[district - 1] as Ways;

/** Mean minutes from a set of districts: the tutor lives in one of them, but it is unknown which. */
export function meanOf({ sums, counts }: Ways, homes: number): number {
  if (homes === 0) return unknownHomeMinutes;
  const first = homes & 511;
  const second = setSize | (homes >>> 9);
  return (
    ((sums[first] as number) + (sums[second] as number)) /
    ((counts[first] as number) + (counts[second] as number))
  );
}

export function shortestOf({ shortest }: Ways, homes: number): number {
  if (homes === 0) return unknownHomeMinutes;
  return Math.min(shortest[homes & 511] as number, shortest[setSize | (homes >>> 9)] as number);
}

export const shortestMinutes = (homes: number, to: number) => shortestOf(waysTo(to), homes);

/** The other districts, nearest first. */
export function districtsNear(to: number): number[] {
  return districts
    .filter((region) => region !== to)
    .sort((a, b) => travelMinutes(a, to) - travelMinutes(b, to) || a - b);
}
