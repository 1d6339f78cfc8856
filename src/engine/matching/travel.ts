/**
 * Approximate minutes from door to door by public transport between the 18 districts, in the order of their ids, written
 * by hand. Only the lower triangle: the way back takes as long. The diagonal is a way within the district.
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

/** A tutor who names districts to travel to but none to teach in lives somewhere: a middling way is assumed. */
export const unknownHomeMinutes = 40;

export function travelMinutes(from: number, to: number): number {
  const [far, near] = from > to ? [from, to] : [to, from];
  const row: readonly number[] | undefined = minutes[far - 1];
  const found = row?.[near - 1];
  if (found === undefined) throw new RangeError(`There is no district ${from} or ${to}`);
  return found;
}

/** The shortest way to a district from any of a set of them; bit 0 is district 1. */
export function shortestMinutes(homes: number, to: number): number {
  if (homes === 0) return unknownHomeMinutes;
  let shortest = Number.POSITIVE_INFINITY;
  for (let left = homes; left !== 0; left &= left - 1) {
    const found = travelMinutes(32 - Math.clz32(left & -left), to);
    if (found < shortest) shortest = found;
  }
  return shortest;
}

/** The other districts, nearest first. */
export function districtsNear(to: number): number[] {
  return minutes
    .map((_, at) => at + 1)
    .filter((region) => region !== to)
    .sort((a, b) => travelMinutes(a, to) - travelMinutes(b, to) || a - b);
}
