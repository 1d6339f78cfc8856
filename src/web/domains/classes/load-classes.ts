import type { Class } from '#shared/classes.ts';
import { tutorCalled } from '#shared/tutor-name.ts';
import type { WeeklySlot } from '#shared/weekly-slots.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { weekLines } from '#web/ground/i18n/times.ts';

/** The reference lists needed to describe a class. */
export async function loadClassNames(api: Api) {
  const [grades, majors, others, types, regions, weekdays] = await Promise.all([
    api('GET /api/common_info/grade'),
    api('GET /api/common_info/major_subject'),
    api('GET /api/common_info/other_subject'),
    api('GET /api/common_info/tutoring_type'),
    api('GET /api/common_info/region'),
    api('GET /api/common_info/weekday'),
  ]);
  return {
    grades: grades.list,
    majors: majors.list,
    others: others.list,
    types: types.list,
    regions: regions.list,
    weekdays: weekdays.list,
  };
}
export type ClassNames = Awaited<ReturnType<typeof loadClassNames>>;

/** `and` separates items of one kind; `called` is how to call a tutor of whom only the surname may be seen. */
export type ClassWords = { and: string; called: (surname: string) => string };

export const classWords = (
  t: Translate | undefined,
  and: 'classes.and' | 'form.and' | 'review.and',
): ClassWords => ({
  and: t?.(and) ?? ', ',
  called: (surname) => t?.('ui.tutorCalled', { surname }) ?? surname,
});

/** A class with its texts. */
export function classView(cls: Class, names: ClassNames, { and, called }: ClassWords) {
  const subjects = [...namesIn(names.majors, cls.major_subject), ...namesIn(names.others, cls.other_subject)];
  const about = [cls.children.join(and), namesIn(names.grades, cls.grade).join(and), subjects.join(and)]
    .filter(Boolean)
    .join(' ');
  const asTutor = cls.my_side === 'tutor';
  const timesOf = (slots: readonly WeeklySlot[]) =>
    weekLines(slots, names.weekdays)
      .map(({ name, ranges }) => `${name} ${ranges.join(and)}`)
      .join(and);
  return {
    id: cls.id,
    interestId: cls.interest_id,
    asTutor,
    isGoing: cls.finish_status === 1,
    halt: cls.halt,
    /**
     * A tutor has many families but a family has few tutors, so only the family's name for a class includes
     * the tutor's.
     */
    name:
      asTutor || cls.tutor.display_name === ''
        ? about
        : `${tutorCalled(cls.tutor.display_name, called)} ${about}`,
    place: [nameIn(names.types, cls.tutoring_type), nameIn(names.regions, cls.tutoring_region)]
      .filter(Boolean)
      .join(' ・ '),
    /** For a narrow place: one's own word, the child, or else the subject. */
    label: cls.tag || cls.children.join(and) || subjects.join(and) || about,
    times: timesOf(cls.slots),
    slots: cls.slots,
    tag: cls.tag,
    lastNote: cls.last_note,
    next: cls.next_weekly && { from: cls.next_weekly.from, times: timesOf(cls.next_weekly.slots) },
    proposals: cls.proposals.map((one) => ({ ...one, weekly: timesOf(one.slots ?? []) })),
    price: cls.price,
    feeRule: cls.fee_rule,
    minutes: cls.lesson_minutes,
    totals: cls.totals,
    beganOn: cls.begins_on,
    isOnTrial: cls.finish_status === 1 && cls.weekly_from === null,
    stop: cls.stopped_at && { at: cls.stopped_at, by: cls.stopped_by, reason: cls.stop_reason },
  };
}
export type ClassView = ReturnType<typeof classView>;

/** All classes are shown; no user has more at a time. */
const maxClasses = 100;

export async function loadClasses(api: Api, names: ClassNames, words: ClassWords) {
  const { list } = await api('GET /api/users/classes', { query: { page_size: maxClasses } });
  // Current classes come before stopped ones.
  return list
    .map((cls) => classView(cls, names, words))
    .sort((one, other) => Number(other.isGoing) - Number(one.isGoing));
}
