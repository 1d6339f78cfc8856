import { expect } from 'vitest';
import type { Person } from './callers.ts';
import { wholeCase, wholeListing } from './forms.ts';
import { addPerson } from './people.ts';
import type { Served } from './serve.ts';

export type Family = Person & { caseId: number; mobile: string };
export type Tutor = Person & { listingId: number; mobile: string };

/** Actions of families and tutors against a served product. */
export function marketOf(served: Served) {
  const { call, query, database } = served;
  const post = async (person: Person, key: string, body: unknown) => {
    const answer = await call(person, key, body);
    expect(answer).toMatchObject({ code: 0 });
    return answer.data;
  };

  return {
    ...served,

    /** A new family with a case that is online. */
    async family(form: object = {}): Promise<Family> {
      const { id, mobile } = await addPerson(database);
      const person = { id, identity: 1 as const };
      const made = await post(person, 'POST /api/common_info/student_detailed_registration', {
        ...wholeCase,
        ...form,
      });
      return { ...person, mobile, caseId: made.id };
    },

    /** A new tutor with a published listing. */
    async tutor(form: object = {}): Promise<Tutor> {
      const { id, mobile } = await addPerson(database);
      const person = { id, identity: 2 as const };
      const made = await post(person, 'POST /api/common_info/teacher_detailed_registration', {
        ...wholeListing,
        ...form,
      });
      return { ...person, mobile, listingId: made.id };
    },

    act: (person: Person, body: object) => call(person, 'POST /api/users/interest', body),
    apply: (tutor: Tutor, { caseId }: { caseId: number }, offer: object = {}) =>
      call(tutor, 'POST /api/users/interest', { action: 'apply', case_id: caseId, ...offer }),
    invite: (family: Family, { listingId }: { listingId: number }, offer: object = {}) =>
      call(family, 'POST /api/users/interest', {
        action: 'invite',
        case_id: family.caseId,
        listing_id: listingId,
        ...offer,
      }),
    accept: (person: Person, interestId: number, seen: object = {}) =>
      call(person, 'POST /api/users/interest', { action: 'accept', interest_id: interestId, ...seen }),

    /** The kinds of the notices a user received, oldest first. */
    async noticeKindsOf({ id }: { id: number }): Promise<string[]> {
      const rows = await query('select kind from notices where user_id = $1 order by id', [id]);
      return rows.map(({ kind }) => kind);
    },
    async statusOf(caseId: number): Promise<number> {
      const rows = await query('select status from cases where id = $1', [caseId]);
      return rows[0]?.status;
    },
  };
}

export type Market = ReturnType<typeof marketOf>;

/** The id of the conversation that continues in a match: that of the application or invitation. */
export async function talkOf({ query }: Pick<Served, 'query'>, matchId: number): Promise<number> {
  const [row] = await query('select interest_id::int as id from matches where id = $1', [matchId]);
  return row?.id;
}

/** Makes a match: the tutor applies, the family accepts. */
export async function match(market: Market, family: Family, tutor: Tutor, offer: object = {}) {
  const applied = await market.apply(tutor, family, offer);
  expect(applied).toMatchObject({ code: 0 });
  const accepted = await market.accept(family, applied.data.id);
  expect(accepted).toMatchObject({ code: 0, data: { status: 'accepted' } });
  return accepted.data.match_id as number;
}
