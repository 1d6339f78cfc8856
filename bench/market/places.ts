/** District centres in kilometres east and north of Central, rounded; precise enough to tell near from far. */
const centres: readonly (readonly [number, number])[] = [
  [0, 0],
  [2.5, -0.5],
  [7, 0.5],
  [1, -4],
  [1.5, 3.5],
  [0, 6],
  [4, 5],
  [5, 7],
  [8, 5],
  [-4, 8],
  [-6, 10],
  [-19, 12],
  [-15, 18],
  [-3, 25],
  [2, 19],
  [4, 12],
  [11, 9],
  [-17, 1],
];
export const districts = centres.map((_, at) => at + 1);
/** Population of the districts in thousands; families and tutors are distributed accordingly. */
export const people = [
  240, 170, 530, 260, 310, 430, 410, 410, 670, 500, 320, 510, 670, 310, 320, 690, 490, 190,
];

/** Approximate door-to-door minutes. */
export function minutesBetween(from: number, to: number) {
  if (from === to) return 12;
  const [east = 0, north = 0] = centres[from - 1] ?? [];
  const [otherEast = 0, otherNorth = 0] = centres[to - 1] ?? [];
  return 16 + 2.3 * Math.hypot(east - otherEast, north - otherNorth);
}

export const nearestTo = (home: number) =>
  districts.toSorted((a, b) => minutesBetween(home, a) - minutesBetween(home, b));
