/**
 * Keyed random numbers: the same event between the same people on the same day has the same outcome for every ranker,
 * independent of earlier draws. So rankers differ by their lists and not by luck.
 */
export const about = {
  look: 1,
  want: 2,
  accept: 3,
  visit: 4,
  back: 5,
  turn: 6,
  answer: 7,
  lesson: 8,
  review: 9,
  whim: 10,
};

const mixHash = (state: number, key: number) => {
  let next = Math.imul(state ^ (key + 0x9e3779b9 + (state << 6) + (state >>> 2)), 0x85ebca6b);
  next ^= next >>> 13;
  next = Math.imul(next, 0xc2b2ae35);
  return (next ^ (next >>> 16)) >>> 0;
};

/** A number from 0 (inclusive) to 1 (exclusive). */
export function draw(seed: number, ...keys: readonly number[]) {
  let state = mixHash(0x27d4eb2f, seed);
  for (const key of keys) state = mixHash(state, key);
  return mixHash(state, 0x165667b1) / 4_294_967_296;
}

/** A standard normal number. */
export const normalDraw = (seed: number, ...keys: readonly number[]) =>
  Math.sqrt(-2 * Math.log(1 - draw(seed, ...keys, 1))) * Math.cos(2 * Math.PI * draw(seed, ...keys, 2));
