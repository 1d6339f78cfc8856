import type { Interest, Match } from '#shared/interest.ts';
import { type Named, nameIn, namesIn } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import { weekLines } from '#web/ground/i18n/times.ts';

export type RequestNames = Record<'grades' | 'majors' | 'others' | 'regions' | 'weekdays', readonly Named[]>;

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
    about: [
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
      canTalk: interest.can_talk,
    })),
    matches: matches.list.map((match) => ({
      ...shared(match),
      interestId: match.interest_id,
      status: match.status,
      halt: match.halt,
      contact: match.contact,
      canTalk: match.can_talk,
      /** The family may put an ended case online again. */
      canRelist: match.status === 'ended' && match.my_side === 'family' && match.case.status === 4,
    })),
  };
}
export type Requests = Awaited<ReturnType<typeof loadRequests>>;
export type Request = Requests['interests'][number];
export type MadeMatch = Requests['matches'][number];
