import { clockOf, dayOf } from '#shared/hong-kong.ts';
import type { Interest, Match, TrialOfMatch } from '#shared/interest.ts';
import type { Locale } from '#shared/locale.ts';
import { type Named, nameIn, namesIn } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import { weekLines } from '#web/ground/i18n/times.ts';
import { dayWords } from './time-blocks.ts';

export type RequestNames = Record<'grades' | 'majors' | 'others' | 'regions' | 'weekdays', readonly Named[]>;

const twoWeeksMs = 14 * 86_400_000;

/** Pending requests and matches as text. `and` is the list separator. */
export async function loadRequests(api: Api, names: RequestNames, and: string) {
  const [interests, matches] = await Promise.all([
    api('GET /api/users/interests', { query: { status: 'pending', page_size: 50 } }),
    api('GET /api/users/matches', { query: { page_size: 20 } }),
  ]);
  const shared = ({
    id,
    case_id,
    listing_id,
    my_side,
    tutor,
    children,
    price,
    slots,
    case: wanted,
  }: Interest | Match) => ({
    id,
    case_id,
    listing_id,
    price,
    tutor: tutor.display_name,
    portrait: tutor.portrait,
    isFamily: my_side === 'family',
    children: children.join(and),
    about: [
      children.join(and),
      namesIn(names.grades, wanted.grade).join(and),
      [...namesIn(names.majors, wanted.major_subject), ...namesIn(names.others, wanted.other_subject)].join(
        and,
      ),
      nameIn(names.regions, wanted.tutoring_region),
    ]
      .filter(Boolean)
      .join(' ・ '),
    times: weekLines(slots, names.weekdays)
      .map(({ name, ranges }) => `${name} ${ranges.join(and)}`)
      .join(and),
  });
  return {
    interests: interests.list.map((interest) => ({
      ...shared(interest),
      isMine: interest.asked_by === interest.my_side,
      message: interest.message,
      offered: interest.case.price,
      othersWaiting: interest.others_waiting,
      canTalk: interest.can_talk,
    })),
    matches: matches.list.map((match) => ({
      ...shared(match),
      interestId: match.interest_id,
      status: match.status,
      halt: match.halt,
      endedLately: match.ended_at !== null && Date.parse(match.ended_at) > Date.now() - twoWeeksMs,
      contact: match.contact,
      canTalk: match.can_talk,
      trial: trialOf(match),
      /** The family may put an ended case online again. */
      canRelist:
        (match.status === 'ended' || match.status === 'failed') &&
        match.my_side === 'family' &&
        match.case.status === 4,
    })),
  };
}

const trialOf = (match: Match): TrialOfMatch => ({
  match_id: match.id,
  case_id: match.case_id,
  listing_id: match.listing_id,
  my_side: match.my_side,
  status: match.status,
  halt: match.halt,
  slots: match.slots,
  trial: match.trial,
});

/** The next lesson of each class that goes on, as text. */
export async function loadNextLessons(api: Api, from: string, to: string, locale: Locale) {
  const { list } = await api('GET /api/users/schedule', { query: { from, to } });
  const next = new Map<number, { when: string; isTrial: boolean; isToday: boolean }>();
  for (const { class_id, state, starts_at, ends_at, is_trial } of list) {
    const isAhead = (state === 'planned' || state === 'moved') && Date.parse(ends_at) > Date.now();
    if (!isAhead || next.has(class_id)) continue;
    const when = `${dayWords(dayOf(starts_at), locale)} ${clockOf(starts_at)}–${clockOf(ends_at)}`;
    next.set(class_id, { when, isTrial: is_trial, isToday: dayOf(starts_at) === from });
  }
  return next;
}

export type Requests = Awaited<ReturnType<typeof loadRequests>>;
export type Request = Requests['interests'][number];
export type RequestView = Request & {
  /** The tutor who applies, in words; `teaches`: children of the family whom the tutor teaches already. */
  applicant?: { verified: readonly string[]; facts: string; teaches: string | undefined } | undefined;
};
export type MadeMatch = Requests['matches'][number];
