import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CaseMatches, TutorMatches } from '#shared/matching.ts';
import type { Person } from '#tests/callers.ts';
import { wholeCase, wholeListing } from '#tests/forms.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { matchingData } from './personal-data.ts';

const { database, call, people } = await serve();
let parent: Person;
beforeEach(async () => {
  for (const table of ['matching_shows', 'matches', 'interests', 'case_children', 'cases', 'tutor_listings'])
    await run(sql`delete from ${sql.identifier(table)}`);
  parent = await people.parent();
});

const run = (statement: ReturnType<typeof sql>) => database.db.execute(statement);
const caseBody = {
  ...wholeCase,
  child_info: [{ nickname: '小明', gender: 'M', grade: 13, major_subject: [3] }],
  tutoring_days_per_week: 1,
  weekday: [],
  start_tutoring_time: null,
  weekend_start_tutoring_time: null,
  match_time: ['17:00', '17:30', '18:00', '18:30'].map((start) => ({ weekday: 3, start })),
};
const listingBody = { ...wholeListing, match_time: caseBody.match_time };
const draft = { child_info: [{ grade: 13, major_subject: [3] }], tutoring_region: 16 };

async function post(body: object = caseBody, person = parent) {
  const answer = await call(person, 'POST /api/common_info/student_detailed_registration', body);
  expect(answer.message).toBe('');
  return answer.data.id as number;
}
async function list(body: object = listingBody) {
  const tutor = await people.tutor();
  const answer = await call(tutor, 'POST /api/common_info/teacher_detailed_registration', body);
  expect(answer.message).toBe('');
  return { tutor, id: answer.data.id as number };
}
const findTutors = (caseId: number, person: Person | undefined = parent) =>
  call(person, 'POST /api/algorithms/tutor_matcher', { case_id: caseId });
/** The index receives a change slightly later. */
const eventually = (caseId: number, ids: unknown) =>
  vi.waitFor(async () => {
    const data: TutorMatches = (await findTutors(caseId)).data;
    expect(data.list.map(({ tutor }) => tutor.id)).toEqual(ids);
    return data;
  });

describe('tutors for a case', () => {
  test('are found with reasons that add up to the score, common times and the total', async () => {
    const { id } = await list();
    await list({ ...listingBody, subject_grades: [{ major_subject: 2, other_subject: null, grade: [13] }] });
    const caseId = await post();
    const { list: found, total, total_is_capped } = await eventually(caseId, [id]);
    expect([total, total_is_capped]).toEqual([1, false]);
    const [first] = found;
    const sum = (first?.base ?? 0) + (first?.terms ?? []).reduce((all, { term }) => all + term, 0);
    expect(sum).toBeCloseTo(first?.score ?? 0, 9);
    expect(first?.slots).toEqual([{ weekday: 3, start: '17:00', end: '18:30' }]);
    expect(JSON.stringify(found)).not.toContain('陳老師');
  });

  test('are stored, and tutors who are no longer listed are left out', async () => {
    const { id } = await list();
    const caseId = await post();
    await eventually(caseId, [id]);
    const stored = await call(parent, `GET /api/algorithms/tutor_matcher?case_id=${caseId}`);
    expect(stored.data.list.map(({ tutor }: { tutor: { id: number } }) => tutor.id)).toEqual([id]);
    await run(sql`update tutor_listings set is_listed = false`);
    const later = await call(parent, `GET /api/algorithms/tutor_matcher?case_id=${caseId}`);
    expect(later.data.list).toEqual([]);
    expect(later.data.computed_at).toBe(stored.data.computed_at);
  });

  test('are visible only to the family of the case', async () => {
    const caseId = await post();
    const other = await people.parent();
    expect((await findTutors(caseId, other)).code).toBe(1005);
    const nobody = await call(undefined, 'POST /api/algorithms/tutor_matcher', { case_id: caseId });
    expect(nobody.code).toBe(3002);
    await findTutors(caseId);
    expect((await call(other, `GET /api/algorithms/tutor_matcher?case_id=${caseId}`)).code).toBe(1005);
  });

  test('come with near misses: what one change to the case would add, which is true once it is applied', async () => {
    await list({ ...listingBody, tutoring_type: [1, 2], tutoring_region: [3], travel_region: [] });
    const caseId = await post();
    const near = await vi.waitFor(async () => {
      const data: TutorMatches = (await findTutors(caseId)).data;
      expect(data.list).toEqual([]);
      const found = data.near_misses.find(({ kind }) => kind === 'online');
      expect(found).toMatchObject({ adds: 1, fits: 1 });
      return found;
    });
    const changed = await call(parent, `PUT /api/common_info/student_detailed_registration/${caseId}`, {
      ...caseBody,
      ...near?.change,
      version: 1,
    });
    expect(changed.message).toBe('');
    expect((await findTutors(caseId)).data.list).toHaveLength(1);
  });

  test('never include the family’s own listing', async () => {
    const { tutor, id } = await list();
    const caseId = await post(caseBody, { ...tutor, identity: 1 });
    const own = await post();
    await eventually(own, [id]);
    expect((await findTutors(caseId, tutor)).data).toMatchObject({ list: [], total: 0 });
  });

  test('are logged once a day with their position, as training data for the weights', async () => {
    const { id } = await list();
    const caseId = await post();
    await eventually(caseId, [id]);
    await findTutors(caseId);
    const { rows } = await run(sql`select listing_id::int, position, array_length(features, 1) as features
      from matching_shows where case_id = ${caseId}`);
    expect(rows).toEqual([{ listing_id: id, position: 0, features: expect.any(Number) }]);
  });

  test('are also found for the draft of a visitor', async () => {
    const { id } = await list();
    await vi.waitFor(async () => {
      const { data } = await call(undefined, 'POST /api/algorithms/tutor_matcher', { draft });
      expect(data.list.map(({ tutor }: { tutor: { id: number } }) => tutor.id)).toEqual([id]);
    });
    const wrong = { draft: { ...draft, child_info: [{ grade: 99, major_subject: [3] }] } };
    const refused = await call(undefined, 'POST /api/algorithms/tutor_matcher', wrong);
    expect(Object.keys(refused.data.fields)).toEqual(['draft.child_info.0.grade']);
    const both = await call(parent, 'POST /api/algorithms/tutor_matcher', { draft, case_id: 1 });
    expect(both.status).toBe(400);
  });
});

/** Puts what became of an invitation or application between the two into the database. */
async function ask(
  caseId: number,
  { tutor, id }: { tutor: Person; id: number },
  status: string,
  matchStatus?: string,
  askedBy = 'family',
) {
  const { rows } = await run(sql`
    insert into interests (case_id, listing_id, family_user_id, tutor_user_id, asked_by, status, price, slots, decided_at)
    values (${caseId}, ${id}, ${parent.id}, ${tutor.id}, ${askedBy}, ${status}, 280, '{}',
            ${status === 'pending' ? null : '2026-11-01T04:00:00Z'}::timestamptz)
    returning id::int`);
  const interestId = (rows[0] as { id: number }).id;
  if (matchStatus)
    await run(sql`
      insert into matches (interest_id, case_id, listing_id, family_user_id, tutor_user_id, status, price, slots, ended_at)
      values (${interestId}, ${caseId}, ${id}, ${parent.id}, ${tutor.id}, ${matchStatus}, 280, '{}',
              ${['failed', 'ended'].includes(matchStatus) ? '2026-11-01T20:00:00Z' : null}::timestamptz)`);
  return interestId;
}
const kept = async (caseId: number, query = ''): Promise<TutorMatches> =>
  (await call(parent, `GET /api/algorithms/tutor_matcher?case_id=${caseId}${query}`)).data;
const idsOf = ({ list: found }: TutorMatches) => found.map(({ tutor }) => tutor.id);

describe('tutors above 1.25 times the offer', () => {
  test('are a group of their own, counted apart, in results, drafts and near misses', async () => {
    const [limit, above, far] = [
      await list({ ...listingBody, price_min: 350, price_max: 400 }),
      await list({ ...listingBody, price_min: 351, price_max: 400 }),
      await list({ ...listingBody, price_min: 841, price_max: 900 }),
    ];
    const caseId = await post();
    const found = await eventually(caseId, [limit.id, above.id]);
    expect(found).toMatchObject({ total: 1, total_above_offer: 1, listed: { fitting: 1, above_offer: 1 } });
    expect(found.list.map(({ within_offer }) => within_offer)).toEqual([true, false]);
    expect(found.near_misses.find(({ kind }) => kind === 'price')).toMatchObject({ adds: 1, fits: 2 });
    expect(await kept(caseId)).toEqual(found);

    const drafted = async (price: number | null) =>
      (await call(undefined, 'POST /api/algorithms/tutor_matcher', { draft: { ...draft, price } }))
        .data as TutorMatches;
    expect(await drafted(280)).toMatchObject({ total: 1, total_above_offer: 1 });
    // Without a price nobody is above it.
    const open = await drafted(null);
    expect(open).toMatchObject({ total: 3, total_above_offer: 0 });
    expect(idsOf(open)).toContain(far.id);
    // A tutor who raises the price leaves the group before the result is computed again.
    await run(sql`update tutor_listings set price_min = 380, price_max = 400 where id = ${limit.id}`);
    expect(await kept(caseId)).toMatchObject({ total: 0, total_above_offer: 2 });
  });

  test('are those that only the price keeps away; whom only times or district keep away is counted too', async () => {
    const friday = { match_time: listingBody.match_time.map((slot) => ({ ...slot, weekday: 5 })) };
    const elsewhere = { tutoring_region: [1], travel_region: [2] };
    const { id } = await list();
    for (const lacks of [
      { price_min: 351 },
      { price_min: 841 },
      friday,
      elsewhere,
      { ...friday, ...elsewhere },
    ])
      await list({ ...listingBody, price_max: 900, ...lacks });
    const caseId = await post();
    const short_of = { price: 2, times: 1, district: 1 };
    await vi.waitFor(async () => {
      const { data } = await findTutors(caseId);
      expect(data).toMatchObject({ total: 1, total_above_offer: 1, short_of });
      expect(data.list[0].tutor.id).toBe(id);
    });
    expect((await kept(caseId)).short_of).toEqual(short_of);
  });

  test('of a tutor’s list are cases that offer too little, and a case without a price is none', async () => {
    const [low, open] = [await post({ ...caseBody, price: 180 }), await post({ ...caseBody, price: null })];
    const { tutor } = await list({ ...listingBody, price_min: 280, price_max: 300 });
    await vi.waitFor(async () => {
      const data: CaseMatches = (await call(tutor, 'POST /api/algorithms/case_matcher')).data;
      expect(data.list.map((found) => [found.case.id, found.within_offer])).toEqual([
        [open, true],
        [low, false],
      ]);
      expect(data).toMatchObject({ total: 1, total_above_offer: 1, below_minimum: 1 });
    });
    const shown = async () => {
      const { data } = await call(tutor, 'GET /api/algorithms/case_matcher?hide_below=true');
      return [data.list.map((found: { case: { id: number } }) => found.case.id), data.below_minimum];
    };
    expect(await shown()).toEqual([[open], 1]);
    // A family that invites is heard, whatever it pays.
    const listing_id = (await call(tutor, 'GET /api/users/tutor_listing')).data.listing.id;
    await call(parent, 'POST /api/users/interest', {
      action: 'invite',
      case_id: low,
      listing_id,
      price: 180,
    });
    expect(await shown()).toEqual([[open, low], 0]);
  });
});

test('everybody counted is reached page by page; filters and orders hold within the result', async () => {
  const made = [];
  for (const more of [
    { price_min: 300, price_max: 300, experience: 5, gender: 'F', tutoring_type: [1] },
    { price_min: 260, price_max: 300, experience: 2, gender: 'M', tutoring_type: [1, 2] },
    { price_min: 240, price_max: 300, experience: 4, gender: 'F', tutoring_type: [1, 2] },
    { price_min: 500, price_max: 500, experience: 6, gender: 'F', tutoring_type: [1] },
  ])
    made.push((await list({ ...listingBody, ...more })).id);
  const [dear, man, cheap, above] = made as [number, number, number, number];
  const caseId = await post({ ...caseBody, teacher_gender: 'U' });
  const all = await vi.waitFor(async () => {
    const data: TutorMatches = (await findTutors(caseId)).data;
    expect(data).toMatchObject({ total: 3, total_above_offer: 1 });
    return idsOf(data);
  });
  const pages = [1, 2, 3].map((page) => kept(caseId, `&page=${page}&page_size=2`));
  expect((await Promise.all(pages)).flatMap(idsOf)).toEqual(all);
  expect(idsOf(await kept(caseId, '&sort=price'))).toEqual([cheap, man, dear, above]);
  expect(idsOf(await kept(caseId, '&sort=experience'))).toEqual([dear, cheap, man, above]);
  const budget = await kept(caseId, '&in_budget=true&sort=price');
  expect(idsOf(budget)).toEqual([cheap, man]);
  expect(budget).toMatchObject({ total: 3, total_above_offer: 1, listed: { fitting: 2, above_offer: 0 } });
  expect(idsOf(await kept(caseId, '&gender=F&online=true'))).toEqual([cheap]);
  expect(idsOf(await kept(caseId, '&verified=true'))).toEqual([]);
  expect(idsOf(await kept(caseId, '&region=3'))).toEqual([]);
  expect(budget.typical).toMatchObject({ price: 260, experience: 4 });
  const refused = await call(parent, `GET /api/algorithms/tutor_matcher?case_id=${caseId}&sort=luck`);
  expect(refused.status).toBe(400);
});

test('a failed trial takes the tutor off the list and its count on both sides, and is told with its day', async () => {
  const [tried, other] = [await list(), await list()];
  const caseId = await post();
  await eventually(caseId, expect.arrayContaining([tried.id, other.id]));
  await ask(caseId, tried, 'accepted', 'failed');
  const before = await kept(caseId);
  for (const found of [before, (await findTutors(caseId)).data as TutorMatches]) {
    expect(idsOf(found)).toEqual([other.id]);
    expect(found.total).toBe(1);
    expect(found.tried).toMatchObject([{ tutor: { id: tried.id }, ended_on: '2026-11-02' }]);
  }
  const cases: CaseMatches = (await call(tried.tutor, 'POST /api/algorithms/case_matcher')).data;
  expect(cases).toMatchObject({ total: 0, list: [], tried: [{ case: { id: caseId } }] });
  // Whoever is invited again stands in the list again.
  const again = await ask(caseId, tried, 'pending');
  const later: TutorMatches = (await findTutors(caseId)).data;
  expect(later).toMatchObject({ total: 2, tried: [] });
  expect(later.list.find(({ tutor }) => tutor.id === tried.id)?.asked).toEqual({
    ...{ interest_id: again, asked_by: 'family', status: 'pending' },
  });
});

test('the list says who is invited, who declined and who is matched, and nothing of what is over', async () => {
  const tutors = [await list(), await list(), await list(), await list()];
  const caseId = await post();
  await eventually(caseId, expect.arrayContaining(tutors.map(({ id }) => id)));
  const [invited, declined, matched, withdrawn] = tutors as [Listed, Listed, Listed, Listed];
  await ask(caseId, invited, 'pending');
  await ask(caseId, declined, 'declined');
  await ask(caseId, matched, 'accepted', 'trial');
  await ask(caseId, withdrawn, 'withdrawn');
  const { list: found } = await kept(caseId);
  const status = ({ id }: Listed) => found.find(({ tutor }) => tutor.id === id)?.asked?.status;
  expect(tutors.map(status)).toEqual(['pending', 'declined', 'accepted', undefined]);
});

test('whom it came to nothing with is listed after the others, however they are ordered, and told how', async () => {
  const [declined, left, ended, own, other] = [
    await list({ ...listingBody, price_min: 200 }),
    await list({ ...listingBody, price_min: 201 }),
    await list({ ...listingBody, price_min: 202 }),
    await list({ ...listingBody, price_min: 203 }),
    await list({ ...listingBody, price_min: 204 }),
  ];
  const caseId = await post();
  const all = [declined, left, ended, own, other].map(({ id }) => id);
  await eventually(caseId, expect.arrayContaining(all));
  await ask(caseId, declined, 'declined');
  await ask(caseId, left, 'withdrawn', undefined, 'tutor');
  await ask(caseId, ended, 'accepted', 'ended');
  // The family may invite again whom it had invited.
  await ask(caseId, own, 'withdrawn');
  const found = await kept(caseId, '&sort=price');
  expect(idsOf(found)).toEqual([own, other, declined, left, ended].map(({ id }) => id));
  expect(found.list.map(({ over }) => over)).toEqual([
    null,
    null,
    { how: 'declined', by: 'tutor' },
    { how: 'withdrawn', by: 'tutor' },
    { how: 'ended', by: null },
  ]);
  expect(new Set(idsOf(await kept(caseId)).slice(0, 2))).toEqual(new Set([own.id, other.id]));
  expect(idsOf(await kept(caseId, `&tutors=${ended.id},${own.id}`))).toEqual([own.id, ended.id]);
  const cases: CaseMatches = (await call(declined.tutor, 'POST /api/algorithms/case_matcher')).data;
  expect(cases.list[0]?.over).toEqual({ how: 'declined', by: 'tutor' });
});
type Listed = Awaited<ReturnType<typeof list>>;

describe('cases for a tutor', () => {
  test('are found and stored for a tutor with a listing', async () => {
    const caseId = await post();
    const { tutor } = await list();
    await vi.waitFor(async () => {
      const data: CaseMatches = (await call(tutor, 'POST /api/algorithms/case_matcher')).data;
      expect(data.list.map((found) => found.case.id)).toEqual([caseId]);
    });
    const stored = await call(tutor, 'GET /api/algorithms/case_matcher');
    expect(stored.data.list[0].case.id).toBe(caseId);
    expect((await call(parent, 'POST /api/algorithms/case_matcher')).code).toBe(2306);
  });
});

test('stored results are part of the user’s export and are deleted with the user', async () => {
  const { tutor, id } = await list();
  const caseId = await post();
  await eventually(caseId, [id]);
  await call(tutor, 'POST /api/algorithms/case_matcher');
  const { db, transaction } = database;
  const taken = await matchingData.exportRows(db, samplePerson(parent.id));
  expect(taken).toMatchObject({
    algorithm_results: [{ kind: 'tutor_matcher', subject_id: String(caseId) }],
    matching_shows: [{ direction: 'tutors' }, { direction: 'cases' }],
  });
  await transaction((tx) => matchingData.forget(tx, samplePerson(parent.id)));
  expect(await matchingData.exportRows(db, samplePerson(parent.id))).toEqual({
    algorithm_results: [],
    matching_shows: [],
  });
  expect(await matchingData.exportRows(db, samplePerson(tutor.id))).toMatchObject({
    algorithm_results: [{ kind: 'case_matcher' }],
    matching_shows: [],
  });
});

describe('the price of a case', () => {
  test('comes from the market table when no price was agreed yet, with low confidence', async () => {
    const { data } = await call(undefined, 'POST /api/algorithms/price_recommender', { draft });
    expect(data).toMatchObject({ p25: 150, p50: 170, p75: 190, comparables: 0, confidence: 'low' });
    const along = data.applicants.map(({ applicants }: { applicants: number }) => applicants);
    expect(along).toEqual([...along].sort((a, b) => a - b));
  });

  test('comes with what the tutors who fit ask at least, whatever the family offers', async () => {
    for (const price_min of [200, 240, 300, 500]) await list({ ...listingBody, price_min, price_max: 600 });
    const asked = { count: 4, is_capped: false, lowest: 200, middle: 270, highest: 500 };
    await vi.waitFor(async () => {
      const path = 'POST /api/algorithms/price_recommender';
      const { data } = await call(undefined, path, { draft: { ...draft, price: 100 } });
      expect(data.asked).toEqual(asked);
    });
    const caseId = await post({ ...caseBody, price: 60 });
    const { data } = await call(parent, 'POST /api/algorithms/price_recommender', { case_id: caseId });
    expect(data.asked).toEqual(asked);
    const nobody = { ...draft, tutoring_region: 3 };
    const none = await call(undefined, 'POST /api/algorithms/price_recommender', { draft: nobody });
    expect(none.data.asked).toBeNull();
  });

  test('is stored for a case and visible only to its family', async () => {
    const caseId = await post();
    const none = await call(parent, `GET /api/algorithms/price_recommender?case_id=${caseId}`);
    expect(none.code).toBe(1005);
    const advised = await call(parent, 'POST /api/algorithms/price_recommender', { case_id: caseId });
    const stored = await call(parent, `GET /api/algorithms/price_recommender?case_id=${caseId}`);
    expect(stored.data).toEqual(advised.data);
    const other = await people.parent();
    expect((await call(other, `GET /api/algorithms/price_recommender?case_id=${caseId}`)).code).toBe(1005);
  });
});
