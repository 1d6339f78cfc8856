/** A stopwatch that can be put down: what was counted before, and since when it runs. */
export type Clock = { seconds: number; since: number | null };

const mostSeconds = 86_400;

export const secondsOf = ({ seconds, since }: Clock, now: number) =>
  Math.min(mostSeconds, seconds + (since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000))));

export const running = (clock: Clock, now: number): Clock =>
  clock.since === null ? { ...clock, since: now } : clock;

export const paused = (clock: Clock, now: number): Clock => ({ seconds: secondsOf(clock, now), since: null });

/** 4:05, 1:02:33. */
export function clockWords(seconds: number) {
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
