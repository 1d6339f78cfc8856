export const scheduleRules = {
  noticeHours: 24,
  /** Later than this after the planned time is late. */
  graceMinutes: 15,
  /** A start up to this long before the planned time belongs to that lesson. */
  earliestMinutes: 60,
  /** So long before its time a tutor may begin a planned lesson by naming it. */
  namedHours: 12,
  /** Without a clock-in, a lesson is absent this long after its planned end; a later clock-in corrects that. */
  absentAfterHours: 24,
  /** The most days that one schedule request may cover. */
  mostDays: 62,
  /** Both sides are reminded of a lesson this long before it. */
  remindMinutes: 60,
} as const;

/** What holds for times that one side proposes and the other accepts. */
export const planRules = {
  /** In Hong Kong; a lesson ends by the latest. The database knows the same hours. */
  earliest: '07:00',
  latest: '22:30',
  /** Lessons begin on a quarter of an hour. */
  stepMinutes: 15,
  longestMinutes: 480,
  /** How far ahead a lesson or the first day of weekly times may be, and how long a holiday may last. */
  mostDays: 62,
  /** Weekly times that nobody has answered for so long are no longer on the table. */
  weeklyOpenDays: 30,
  /** The same for the length of a lesson. */
  minutesOpenDays: 7,
  /** The most proposals of one class that wait for an answer. */
  mostOpen: 10,
} as const;

/** What holds for mending records. */
export const recordRules = {
  /** The tutor may take back a tap for this long after it arrived. */
  undoMinutes: 10,
  /** A shorter lesson does not use up the planned one. */
  shortestMinutes: 10,
  /** A forgotten lesson may be added this many days later; the length of one may be corrected as long. */
  addDays: 31,
} as const;
