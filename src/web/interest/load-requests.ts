import type { Interest, Match } from '#shared/interest.ts';
import type { Api } from '../api.ts';
import { nameIn, namesIn } from '../cases/case-lists.ts';

type Named = { id: number; name: string };
export type RequestNames = Record<'grades' | 'majors' | 'others' | 'regions', readonly Named[]>;

/** What waits for an answer and what was agreed, in words. */
export async function loadRequests(api: Api, names: RequestNames) {
  const [interests, matches] = await Promise.all([
    api('GET /api/users/interests', { query: { status: 'pending', page_size: 50 } }),
    api('GET /api/users/matches', { query: { page_size: 20 } }),
  ]);
  const about = ({ case: wanted }: Pick<Interest, 'case'>) =>
    [
      namesIn(names.grades, wanted.grade).join('、'),
      [...namesIn(names.majors, wanted.major_subject), ...namesIn(names.others, wanted.other_subject)].join(
        '、',
      ),
      nameIn(names.regions, wanted.tutoring_region),
    ]
      .filter(Boolean)
      .join(' ・ ');
  return {
    interests: interests.list.map(({ id, case_id, my_side, asked_by, tutor, price, ...rest }) => ({
      id,
      case_id,
      price,
      tutor: tutor.display_name,
      isFamily: my_side === 'family',
      isMine: asked_by === my_side,
      about: about(rest),
    })),
    matches: matches.list.map(({ id, case_id, my_side, status, tutor, price, contact, ...rest }: Match) => ({
      id,
      case_id,
      price,
      status,
      contact,
      tutor: tutor.display_name,
      isFamily: my_side === 'family',
      about: about(rest),
    })),
  };
}
export type Requests = Awaited<ReturnType<typeof loadRequests>>;
export type Request = Requests['interests'][number];
export type MadeMatch = Requests['matches'][number];
