export const scheduleRules = {
  noticeHours: 24,
  /** Later than this after the planned time is late. */
  graceMinutes: 15,
  /** A start up to this long before the planned time belongs to that lesson. */
  earliestMinutes: 60,
  /** Without a clock-in, a lesson is absent this long after its planned end; a later clock-in corrects that. */
  absentAfterHours: 24,
  /** The most days that one schedule request may cover. */
  mostDays: 62,
  /** Both sides are reminded of a lesson this long before it. */
  remindMinutes: 60,
} as const;
