import { AppError } from '#server/ground/http/errors.ts';
import { clockRules } from '#shared/classes.ts';

const minuteMs = 60_000;

/**
 * When something happened, from what a phone says: the moment by its own clock, and what that clock showed when it sent
 * this. A clock that is a little off is put right; one that is far off is not believed, nor is a moment to come.
 */
export function countedTime({ at, sentAt }: { at: Date; sentAt: Date }, receivedAt: Date): Date | AppError {
  const skew = receivedAt.getTime() - sentAt.getTime();
  if (at > sentAt || Math.abs(skew) > clockRules.mostSkewMinutes * minuteMs)
    return new AppError('clockWrong', { details: { server_time: receivedAt.toISOString() } });
  const trusted = Math.abs(skew) <= clockRules.trustedSkewMinutes * minuteMs;
  const counted = new Date(Math.min(at.getTime() + (trusted ? 0 : skew), receivedAt.getTime()));
  if (receivedAt.getTime() - counted.getTime() > clockRules.oldestDays * 24 * 60 * minuteMs)
    return new AppError('clockTooOld', { details: { oldest_days: clockRules.oldestDays } });
  return counted;
}
