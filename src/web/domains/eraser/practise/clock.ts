/** A stopwatch that can be paused: seconds counted before, and when it was started. */
export type Clock = { seconds: number; since: number | null };

const maxSeconds = 86_400;

export const secondsOf = ({ seconds, since }: Clock, now: number) =>
  Math.min(maxSeconds, seconds + (since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000))));

export const running = (clock: Clock, now: number): Clock =>
  clock.since === null ? { ...clock, since: now } : clock;

export const paused = (clock: Clock, now: number): Clock => ({ seconds: secondsOf(clock, now), since: null });
