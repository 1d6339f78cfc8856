import { z } from 'zod';
import type { Calls } from './call.ts';
import { listOf, paging } from './envelope.ts';
import { rowId, rowParams } from './form-fields.ts';
import { Side } from './interest.ts';
import { locales } from './locale.ts';
import { FeeRuleName } from './money/fee-rule-name.ts';
import { neededText, plainText } from './plain-text.ts';
import { Reliability } from './reliability.ts';
import { recordRules, scheduleRules } from './rules/schedule-rules.ts';
import { Halt } from './safety/standing.ts';
import { PlanProposal } from './timetable/proposals.ts';
import { WeeklySlots } from './weekly-slots.ts';

export const ClassFinishStatus = z.union([z.literal(1), z.literal(2)]).describe('1 in progress, 2 stopped');
export type ClassFinishStatus = z.infer<typeof ClassFinishStatus>;

/** The rules for clock-in records; the same on a phone that is offline. */
export const clockRules = {
  /** A clock-in may arrive this many days late. */
  oldestDays: 7,
  /** A phone whose clock is further off than this is refused. */
  mostSkewMinutes: 60,
  /**
   * Up to this difference the phone's time is taken as it is; beyond it, the time is corrected by the
   * difference.
   */
  trustedSkewMinutes: 2,
  longestHours: 8,
  /**
   * A start up to this long before the known one, or an end up to this long after, is the same event from
   * another phone.
   */
  sameTapMinutes: 10,
  /** The family's time to confirm or dispute; after that the lesson counts as confirmed. */
  confirmHours: 72,
  /** A missing end is set to the planned end this long after the start was received. */
  forgottenHours: 24,
  ...recordRules,
} as const;

export const LessonState = z
  .enum(['open', 'awaiting', 'disputed', 'confirmed', 'void'])
  .describe('awaiting: the family may confirm or dispute until confirm_by; void: does not count');
export type LessonState = z.infer<typeof LessonState>;

const timestamp = z.iso.datetime();
/** Phones send times with their own UTC offset. */
const deviceTimestamp = z.iso.datetime({ offset: true });

export const Totals = z
  .object({
    lessons: z.int(),
    minutes: z.int().describe('taught'),
    charged_minutes: z.int(),
    amount: z.int().describe('HK$'),
  })
  .describe('of lessons that are confirmed or await it; whole minutes, whole HK$');

const LessonNote = z.object({
  done: z.string().describe('what was done'),
  homework: z.string().describe('what to do until the next lesson'),
});
export type LessonNote = z.infer<typeof LessonNote>;

export const Class = z
  .object({
    id: z.int(),
    match_id: z.int(),
    interest_id: z.int().describe('of the application or invitation, whose id the conversation has'),
    case_id: z.int(),
    my_side: Side,
    finish_status: ClassFinishStatus,
    price: z.int().describe('HK$ per hour'),
    fee_rule: FeeRuleName,
    slots: WeeklySlots.describe('the weekly times that hold now; before there are any, those to come'),
    next_weekly: z
      .object({ from: timestamp, slots: WeeklySlots })
      .nullable()
      .describe('other weekly times that both agreed on, which begin later'),
    proposals: z.array(PlanProposal).describe('for the timetable, not answered yet, the latest first'),
    lesson_minutes: z.int(),
    tag: z.string().describe("one's own word for the class, which the other side does not see"),
    last_note: LessonNote.extend({ lesson_id: z.int(), started_at: timestamp })
      .nullable()
      .describe("the tutor's latest note after a lesson"),
    tutoring_type: z.int(),
    tutoring_region: z.int().nullable(),
    begins_on: z.string().describe('YYYY-MM-DD in Hong Kong'),
    trial_at: timestamp.nullable().describe('the trial lesson that both agreed on'),
    weekly_from: timestamp
      .nullable()
      .describe('since when the weekly times hold; null until the trial has passed'),
    made_at: timestamp,
    stopped_at: timestamp.nullable(),
    stopped_by: Side.nullable(),
    stop_reason: z.string(),
    halt: Halt.nullable(),
    tutor: z.object({
      display_name: z.string().describe('only the surname until both sides share their contacts'),
    }),
    children: z
      .array(z.string())
      .describe('nicknames, to their own family and to a tutor with whom it shares contacts'),
    grade: z.array(z.int()),
    major_subject: z.array(z.int()),
    other_subject: z.array(z.int()),
    open_lesson_id: z.int().nullable(),
    totals: Totals,
  })
  .meta({ id: 'Class' });
export type Class = z.infer<typeof Class>;

export const Lesson = z
  .object({
    id: z.int(),
    class_id: z.int(),
    my_side: Side,
    state: LessonState,
    is_trial: z.boolean(),
    started_at: timestamp,
    ended_at: timestamp.nullable(),
    ended_how: z.enum(['tutor', 'stopped', 'forgotten']).nullable(),
    minutes: z.int().nullable().describe('whole minutes taught'),
    price: z.int(),
    fee_rule: FeeRuleName.describe('of the time when it began'),
    agreed_minutes: z.int().nullable().describe('the agreed length; null for lessons from before'),
    charged_minutes: z.int().nullable().describe('by the rule'),
    amount: z.int().nullable().describe('HK$, whole dollars, for the minutes that are charged'),
    planned_at: timestamp.nullable(),
    start_device_at: timestamp,
    start_received_at: timestamp,
    start_gap_seconds: z.int().describe('how long after it happened the start reached us'),
    end_device_at: timestamp.nullable(),
    end_received_at: timestamp.nullable(),
    end_gap_seconds: z.int().nullable(),
    confirm_by: timestamp.nullable().describe('null for one that was added: silence does not confirm it'),
    settled_how: z
      .enum(['family', 'silence', 'operator', 'tutor'])
      .nullable()
      .describe('tutor: taken back by the tutor'),
    settled_at: timestamp.nullable(),
    is_added: z
      .boolean()
      .describe('written down afterwards by the tutor; it counts once the family has confirmed it'),
    is_extra: z.boolean().describe('it belongs to no planned lesson'),
    undo: z
      .object({ what: z.enum(['start', 'end']), until: timestamp.nullable() })
      .nullable()
      .describe('what the tutor may take back now'),
  })
  .meta({ id: 'Lesson' });
export type Lesson = z.infer<typeof Lesson>;

export const LessonPage = Lesson.extend({
  note: LessonNote.nullable(),
  dispute: z.object({ family_note: z.string(), tutor_note: z.string(), opened_at: timestamp }).nullable(),
  history: z.array(
    z.object({
      at: timestamp,
      actor: z.enum(['family', 'tutor', 'operator', 'system']),
      what: z.string(),
      facts: z.record(z.string(), z.unknown()),
    }),
  ),
}).meta({ id: 'LessonPage' });
export type LessonPage = z.infer<typeof LessonPage>;

const clock = {
  class_id: rowId,
  key: z.uuid().describe('made by the phone for this tap; sent again, it answers what the first one made'),
  at: deviceTimestamp.describe("when it happened, by the phone's clock"),
  sent_at: deviceTimestamp.describe("the phone's clock at the moment of sending, by which ours is compared"),
};
export const ClockBody = z.discriminatedUnion('status', [
  z.object({
    status: z.literal(1),
    ...clock,
    planned_at: deviceTimestamp
      .nullable()
      .optional()
      .describe(
        'the planned lesson that the tutor means; null for an extra one; left out, the one at that time',
      ),
  }),
  z.object({
    status: z.literal(2),
    ...clock,
    start_key: z.uuid().optional().describe('the key of the start that this ends; else the open lesson'),
  }),
  z.object({ status: z.literal(3), ...clock, reason: neededText(500) }),
]);
export type ClockBody = z.output<typeof ClockBody>;

const ClockAnswer = z.object({
  class_id: z.int(),
  finish_status: ClassFinishStatus,
  lesson: Lesson.nullable().describe('null after a stop'),
});

export const PlannedLesson = z
  .object({
    class_id: z.int(),
    my_side: Side,
    planned_at: timestamp.describe('its place in the weekly plan; what cancel and reschedule name'),
    starts_at: timestamp.describe('another time once it was moved'),
    ends_at: timestamp,
    is_trial: z.boolean().describe('the trial lesson, which is moved and cancelled by proposal'),
    state: z
      .enum(['planned', 'moved', 'cancelled', 'open', 'taught', 'missed'])
      .describe('missed: it is over and nobody clocked in'),
    cancelled_by: Side.nullable().describe('who cancelled it or, by agreement, who wished it'),
    by_weather: z.boolean().describe('cancelled by a typhoon signal 8 or black rain, and nobody is to blame'),
    by_platform: z.boolean().describe('cancelled because an account is suspended'),
    by_agreement: z.boolean().describe('cancelled because both wished it, and nobody is to blame'),
    is_extra: z.boolean().describe('agreed on besides the weekly lessons'),
    holiday: z.string().nullable().describe('the general holiday in Hong Kong on that day, by its name'),
    proposal_id: z.int().nullable().describe('of a move or a cancellation that waits for an answer'),
    lesson_id: z.int().nullable(),
  })
  .meta({ id: 'PlannedLesson' });
export type PlannedLesson = z.infer<typeof PlannedLesson>;

const day = z.iso.date().describe('YYYY-MM-DD in Hong Kong');
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const planned = { planned_at: deviceTimestamp };

export const LessonOutcome = z
  .object({
    id: z.int(),
    class_id: z.int(),
    planned_at: timestamp,
    outcome: z.enum(['kept', 'late', 'absent', 'cancelled_late']),
    appeal: z.enum(['none', 'open', 'excused', 'refused']),
  })
  .meta({ id: 'LessonOutcome' });
export type LessonOutcome = z.infer<typeof LessonOutcome>;

const CalendarFeed = z.object({ made_at: timestamp.nullable(), is_busy_only: z.boolean() });
export const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .describe('YYYY-MM in Hong Kong');
export const Statement = z
  .object({
    class_id: z.int(),
    month: z.string(),
    price: z.int(),
    lessons: z.array(Lesson),
    totals: Totals,
  })
  .meta({ id: 'Statement' });
export type Statement = z.infer<typeof Statement>;

export const classCalls = {
  'GET /api/users/classes': {
    summary: 'Classes of both identities, the latest first',
    audience: 'user',
    query: z.object({
      ...paging(),
      side: Side.optional(),
      finish_status: z.coerce.number().pipe(ClassFinishStatus).optional(),
    }),
    data: listOf(Class),
  },
  'GET /api/users/classes/{id}': {
    summary: 'One class',
    audience: 'user',
    params: rowParams,
    data: Class,
  },
  'POST /api/users/clock_in': {
    summary: 'The tutor starts a lesson (1), ends it (2), or stops the class as a whole (3)',
    audience: 'user',
    body: ClockBody,
    data: ClockAnswer,
  },
  'GET /api/users/clock_in': {
    summary: 'Lessons of both identities, the latest first, and what they come to',
    audience: 'user',
    query: z.object({
      ...paging(),
      side: Side.optional(),
      class_id: z.coerce.number().pipe(rowId).optional(),
      state: LessonState.optional(),
      from: day.optional(),
      to: day.optional().describe('the last day'),
    }),
    data: listOf(Lesson).extend({ minutes: z.int(), amount: z.int() }),
  },
  'GET /api/users/clock_in/{id}': {
    summary: 'One lesson with its history',
    audience: 'user',
    params: rowParams,
    data: LessonPage,
  },
  'PUT /api/users/clock_in/{id}/confirm': {
    summary: 'The family confirms a lesson',
    audience: 'user',
    params: rowParams,
    data: LessonPage,
  },
  'PUT /api/users/clock_in/{id}/dispute': {
    summary: 'The family disputes a lesson; an operator decides',
    audience: 'user',
    params: rowParams,
    body: z.object({ note: neededText(1000) }),
    data: LessonPage,
  },
  'PUT /api/users/clock_in/{id}/account': {
    summary: "The tutor's account of a lesson that is disputed",
    audience: 'user',
    params: rowParams,
    body: z.object({ note: neededText(1000) }),
    data: LessonPage,
  },
  'PUT /api/users/clock_in/{id}/note': {
    summary: 'The tutor notes for the family what was done and what to do until the next lesson',
    audience: 'user',
    params: rowParams,
    body: z.object({
      done: plainText(500).trim().default(''),
      homework: plainText(500).trim().default(''),
    }),
    data: LessonPage,
  },
  'PUT /api/users/classes/{id}/tag': {
    summary: "One's own word for a class; an empty one takes it away",
    audience: 'user',
    params: rowParams,
    body: z.object({ tag: plainText(40).trim() }),
    data: Class,
  },
  'PUT /api/users/clock_in/{id}/undo': {
    summary: 'The tutor takes back a start or an end within ten minutes, or a lesson that was added',
    audience: 'user',
    params: rowParams,
    body: z.object({ what: z.enum(['start', 'end']) }),
    data: LessonPage,
  },
  'POST /api/users/classes/{id}/lessons': {
    summary: 'The tutor adds a lesson that was not clocked in; it counts once the family has confirmed it',
    audience: 'user',
    perMinute: 30,
    params: rowParams,
    body: z.object({
      key: z.uuid().describe('made by the page; sent again, it answers what the first one made'),
      started_at: deviceTimestamp,
      ended_at: deviceTimestamp,
      planned_at: deviceTimestamp
        .nullable()
        .optional()
        .describe('the planned lesson it belongs to; null for none; left out, the one at that time'),
    }),
    data: LessonPage,
  },
  'GET /api/users/schedule': {
    summary: 'Planned lessons of both identities, by time',
    audience: 'user',
    query: z
      .object({
        from: day,
        to: day.describe(`the last day; ${scheduleRules.mostDays} days at most`),
        class_id: z.coerce.number().pipe(rowId).optional(),
      })
      .refine(({ from, to }) => to >= from && daysBetween(from, to) < scheduleRules.mostDays, {
        path: ['to'],
      }),
    data: z.object({
      list: z.array(PlannedLesson),
      proposals: z.array(PlanProposal).describe('of these classes, not answered yet, the latest first'),
    }),
  },
  'POST /api/users/classes/{id}/cancel': {
    summary: 'Either side cancels one planned lesson; by the tutor with less than 24 hours to go, it counts',
    audience: 'user',
    params: rowParams,
    body: z.object({ ...planned, reason: plainText(300).trim().default('') }),
    data: PlannedLesson,
  },
  'POST /api/users/classes/{id}/reschedule': {
    summary: 'Either side proposes another time for one planned lesson; it moves once the other accepts',
    audience: 'user',
    params: rowParams,
    body: z.object({ ...planned, moved_to: deviceTimestamp, replaces: rowId.optional() }),
    data: PlannedLesson,
  },
  'GET /api/users/reliability': {
    summary: "The tutor's own record of lessons kept, late, absent and cancelled late, the latest first",
    audience: 'user',
    query: z.object(paging()),
    data: listOf(LessonOutcome).extend({ reliability: Reliability }),
  },
  'PUT /api/users/reliability/{id}/appeal': {
    summary: 'The tutor appeals against one of them; an operator decides',
    audience: 'user',
    params: rowParams,
    body: z.object({ note: neededText(1000) }),
    data: LessonOutcome,
  },
  'GET /api/users/calendar': {
    summary: 'Whether there is a secret link to a calendar of the planned lessons, and since when',
    audience: 'user',
    data: CalendarFeed,
  },
  'PUT /api/users/calendar': {
    summary: 'Make a secret link, told this once; one that was made before is dead',
    audience: 'user',
    perMinute: 10,
    // Without it the calendar names the child and the subject.
    body: z.object({ is_busy_only: z.boolean().default(false) }),
    data: z.object({ path: z.string() }),
  },
  'DELETE /api/users/calendar': {
    summary: 'Revoke the secret link',
    audience: 'user',
    data: CalendarFeed,
  },
  'GET /api/calendar.ics': {
    summary: 'Planned lessons for a calendar program that knows the secret',
    audience: 'anyone',
    perMinute: 60,
    // In the query string, which is not logged.
    query: z.object({ code: z.string().min(1).max(100) }),
    download: ['text/calendar'],
    data: z.custom<Blob>(),
  },
  'GET /api/users/classes/{id}/statement': {
    summary: 'The lessons of a month, their hours and what they come to',
    audience: 'user',
    params: rowParams,
    query: z.object({ month }),
    data: Statement,
  },
  'GET /api/users/classes/{id}/statement.csv': {
    summary: 'The same as CSV',
    audience: 'user',
    params: rowParams,
    query: z.object({ month }),
    download: ['text/csv'],
    data: z.custom<Blob>(),
  },
  'GET /api/users/classes/{id}/statement.pdf': {
    summary: 'The same as PDF, A4',
    audience: 'user',
    perMinute: 30,
    params: rowParams,
    query: z.object({
      month,
      locale: z.enum(locales).optional().describe('else the language of the request'),
    }),
    download: ['application/pdf'],
    data: z.custom<Blob>(),
  },
} satisfies Calls;
