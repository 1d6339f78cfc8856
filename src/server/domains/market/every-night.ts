const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** Four in the morning in Hong Kong, which is eight hours ahead all year; processes spread over an hour. */
const startsAt = (4 - 8) * hourMs;
const spreadMs = hourMs;

/** How long until the next quiet hour's moment; `part` of the hour, from 0 to 1. */
export function untilNight(now: number, part: number): number {
  const moment = startsAt + part * spreadMs;
  return dayMs - ((((now - moment) % dayMs) + dayMs) % dayMs);
}

/** Returns how to stop. */
export function everyNight(work: () => Promise<void>) {
  let timer: NodeJS.Timeout;
  const part = Math.random();
  const wait = () => {
    timer = setTimeout(() => void work().finally(wait), untilNight(Date.now(), part));
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
