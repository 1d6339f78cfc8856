export const animatedNumberDuration = 2000;

const easeOut = (part: number) => 1 - (1 - part) ** 3;

/** The whole number shown `elapsed` ms after leaving `from`: rounded down, and exactly the floor of `to` at the end. */
export function numberAt(from: number, to: number, elapsed: number, duration: number): number {
  if (!(elapsed < duration)) return Math.floor(to);
  return Math.floor(from + (to - from) * easeOut(Math.max(0, elapsed) / duration));
}
