/** A stopwatch that can be put down: what was counted before, and since when it runs. */
export type Clock = { seconds: number; since: number | null };

const mostSeconds = 86_400;

export const secondsOf = ({ seconds, since }: Clock, now: number) =>
  Math.min(mostSeconds, seconds + (since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000))));

export const running = (clock: Clock, now: number): Clock =>
  clock.since === null ? { ...clock, since: now } : clock;

export const paused = (clock: Clock, now: number): Clock => ({ seconds: secondsOf(clock, now), since: null });
