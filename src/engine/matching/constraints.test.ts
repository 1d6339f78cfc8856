import { describe, expect, it } from 'vitest';
import { MatchingInputError, type ParentCase, type TutorListing } from './input.ts';
import { filled } from './matcher.ts';
import { packedCases, packedTutors } from './packed/matcher.ts';
import { failedConstraint } from './pair/fits.ts';
import type { Slot } from './pair/weekly.ts';
import { sampleCase, sampleTutor, seeded } from './sample-market.ts';

const now = Date.parse('2026-11-15T04:00:00Z');
const slots = (weekday: number, ...starts: string[]): Slot[] => starts.map((start) => ({ weekday, start }));

const tutor: TutorListing = {
  id: 7,
  gender: 'F',
  education: 4,
  experience: 3,
  subject_grades: [
    { major_subject: 3, other_subject: null, grade: [13, 14] },
    { major_subject: null, other_subject: 1, grade: [4] },
  ],
  tutoring_type: [1, 2, 4],
  tutoring_region: [16],
  travel_region: [15],
  teaching_language: [1, 2],
  match_time: [...slots(3, '17:00', '17:30', '18:00'), ...slots(6, '22:30', '23:00', '23:30')],
  price_min: 250,
  price_max: 300,
};
const parentCase: ParentCase = {
  id: 9,
  child_info: [{ grade: 13, major_subject: [3] }],
  tutoring_type: 1,
  tutoring_region: 16,
  tutoring_days_per_week: 1,
  tutoring_time_per_class: 2,
  price: 250,
};

/** Whether the pair fits; expects the index in both directions and the plain rules to agree. */
function doesFit(ofTutor: Partial<TutorListing>, ofCase: Partial<ParentCase>): boolean {
  const listing = { ...tutor, ...ofTutor };
  const query = { ...parentCase, ...ofCase };
  const found = [
    filled(packedTutors(), [listing], now).count(query) === 1,
    filled(packedCases(), [query], now).count(listing) === 1,
    failedConstraint(listing, query) === null,
  ];
  expect(new Set(found).size).toBe(1);
  return found[0] as boolean;
}

describe('hard constraints: a tutor fits a case', () => {
  it.each<[string, boolean, Partial<TutorListing>, Partial<ParentCase>]>([
    ['when every constraint holds', true, {}, {}],
    [
      'not for a grade the tutor does not teach',
      false,
      {},
      { child_info: [{ grade: 12, major_subject: [3] }] },
    ],
    [
      'not for a subject the tutor does not teach',
      false,
      {},
      { child_info: [{ grade: 13, major_subject: [1] }] },
    ],
    [
      'not for an "other subject" with the id of a taught major subject',
      false,
      {},
      { child_info: [{ grade: 13, other_subject: [3] }] },
    ],
    [
      'when the subjects and grades of both children are taught',
      true,
      {},
      {
        child_info: [
          { grade: 14, major_subject: [3] },
          { grade: 4, other_subject: [1] },
        ],
      },
    ],
    [
      'not for a taught subject at a grade taught only in another subject',
      false,
      {},
      {
        child_info: [
          { grade: 13, major_subject: [3] },
          { grade: 13, other_subject: [1] },
        ],
      },
    ],
    [
      'not when one of several subjects is not taught',
      false,
      {},
      { child_info: [{ grade: 13, major_subject: [3, 1] }] },
    ],
    ['in a district the tutor travels to', true, {}, { tutoring_region: 15 }],
    ['not in a district the tutor does not travel to', false, {}, { tutoring_region: 17 }],
    ['online in any district', true, {}, { tutoring_type: 2, tutoring_region: 18 }],
    ['online without a district', true, {}, { tutoring_type: 2, tutoring_region: null }],
    [
      'not online when the tutor does not teach online',
      false,
      { tutoring_type: [1] },
      { tutoring_type: 2, tutoring_region: null },
    ],
    ["at the tutor's place in the tutor's district", true, {}, { tutoring_type: 4 }],
    [
      "not at the tutor's place in a district the tutor only travels to",
      false,
      {},
      { tutoring_type: 4, tutoring_region: 15 },
    ],
    ['not for a tutoring type that is not offered', false, {}, { tutoring_type: 5 }],
    ['in any district when the case names none', true, {}, { tutoring_region: null }],
    ['when the tutor teaches in one of the requested languages', true, {}, { teaching_language: [2, 3] }],
    [
      'not when the tutor teaches in none of the requested languages',
      false,
      {},
      { teaching_language: [3, 4] },
    ],
    ['when the tutor has the requested gender', true, {}, { teacher_gender: 'F' }],
    ['not when the tutor has the other gender', false, {}, { teacher_gender: 'M' }],
    [
      'not when a gender is requested and the tutor states none',
      false,
      { gender: 'U' },
      { teacher_gender: 'F' },
    ],
    ['with exactly the minimum education', true, {}, { teacher_education: 4 }],
    ['not below the minimum education', false, {}, { teacher_education: 5 }],
    ['as a registered teacher for any minimum education', true, { education: 8 }, { teacher_education: 7 }],
    [
      'not with a doctorate when a registered teacher is requested',
      false,
      { education: 7 },
      { teacher_education: 8 },
    ],
    ['at up to three times the offered price', true, {}, { price: 84 }],
    ['not above three times the offered price', false, {}, { price: 83 }],
    ['at any price when the case names none', true, { price_min: 4000, price_max: 5000 }, { price: null }],
    [
      'when the free time is exactly as long as the class',
      true,
      {},
      { tutoring_time_per_class: 2, match_time: slots(3, '17:00', '17:30', '18:00') },
    ],
    ['not when the class is longer than the free time', false, {}, { tutoring_time_per_class: 3 }],
    [
      'not when the free time has a gap',
      false,
      { match_time: slots(3, '17:00', '17:30', '18:30', '19:00') },
      {},
    ],
    ['not across midnight', false, { match_time: [...slots(3, '23:00', '23:30'), ...slots(4, '00:00')] }, {}],
    ['up to midnight', true, {}, { match_time: slots(6, '22:30', '23:00', '23:30') }],
    [
      'across 16:00, where the bits of a day continue in the high word',
      true,
      { match_time: slots(3, '15:00', '15:30', '16:00') },
      {},
    ],
    ['for two classes a week when two days fit', true, {}, { tutoring_days_per_week: 2 }],
    ['not for three classes a week when two days fit', false, {}, { tutoring_days_per_week: 3 }],
    [
      'not for two classes a week when only one day fits',
      false,
      { match_time: slots(3, '10:00', '10:30', '11:00', '17:00', '17:30', '18:00') },
      { tutoring_days_per_week: 2 },
    ],
    [
      'not when the common time is half an hour too short',
      false,
      {},
      { match_time: slots(3, '17:30', '18:00', '18:30') },
    ],
    ['on a requested weekday', true, {}, { weekday: [3] }],
    ['not when the tutor is busy on the requested weekdays', false, {}, { weekday: [1, 2] }],
    [
      'when the class starts at the earliest start time',
      true,
      {},
      { start_tutoring_time: '17:00', weekday: [3] },
    ],
    [
      'not when the class would start before the earliest start time',
      false,
      {},
      { start_tutoring_time: '17:01', weekday: [3] },
    ],
    [
      'at weekends by the weekend start time',
      true,
      {},
      { start_tutoring_time: '23:59', weekend_start_tutoring_time: '22:00' },
    ],
    [
      'by match_time slots, ignoring the weekdays of the case',
      true,
      {},
      { weekday: [1], match_time: slots(3, '17:00', '17:30', '18:00') },
    ],
  ])('%s', (_, expected, ofTutor, ofCase) => {
    expect(doesFit(ofTutor, ofCase)).toBe(expected);
  });

  it.each([{ is_listed: false }, { match_status: 3 }])(
    'a tutor with %o is not shown to families but can search cases',
    (hidden) => {
      const index = filled(packedTutors(), [tutor], now);
      index.put({ ...tutor, ...hidden }, now);
      expect([index.size(), index.count(parentCase)]).toEqual([0, 0]);
      expect(filled(packedCases(), [parentCase], now).count({ ...tutor, ...hidden })).toBe(1);
    },
  );

  it('a case that is offline is not shown to tutors', () => {
    expect(filled(packedCases(), [{ ...parentCase, status: 2 }], now).count(tutor)).toBe(0);
  });
});

describe('search results', () => {
  it('name common class times, each on a different day', () => {
    const free = [1, 2, 3, 4, 5].flatMap((day) => slots(day, '17:00', '17:30', '18:00', '18:30'));
    const index = filled(packedTutors(), [{ ...tutor, match_time: free }], now);
    const [match] = index.search({ ...parentCase, tutoring_days_per_week: 2 }, { now }).list;
    expect(match?.slots).toEqual([
      { weekday: 1, start: '17:00', end: '18:30' },
      { weekday: 4, start: '17:00', end: '18:30' },
    ]);
    const [late] = filled(packedTutors(), [tutor], now).search({ ...parentCase, weekday: [6] }, { now }).list;
    expect(late?.slots).toEqual([{ weekday: 6, start: '22:30', end: '24:00' }]);
  });

  it('rank the better of two tutors who differ in one attribute first and name that attribute as reason and drawback', () => {
    const better: [string, Partial<TutorListing>][] = [
      ['price', { price_min: 200, price_max: 240 }],
      ['experience', { experience: 6 }],
      ['education', { education: 8 }],
      ['studies', { gpa: 5, rank: 1 }],
      ['dse', { dse_results: [{ major_subject: 3, dse_level: 7 }] }],
      ['reviews', { reviews: 20, rating: 4.9 }],
      ['verified', { badges: 2 }],
      ['acceptance', { answered: 10, accepted: 9 }],
      ['grade', { subject_grades: tutor.subject_grades.slice(0, 1) }],
      ['freshness', { active_at: now, created_at: 1 }],
      ['exposure', { pending: 0 }],
      ['times', { match_time: [1, 2, 3].flatMap((day) => slots(day, '17:00', '17:30', '18:00')) }],
    ];
    for (const [attribute, change] of better) {
      const plain = { ...tutor, created_at: 1, active_at: now - 20 * 86_400_000, pending: 3 };
      const index = filled(
        packedTutors(),
        [
          { ...plain, id: 1 },
          { ...plain, ...change, id: 2 },
        ],
        now,
      );
      const { list } = index.search(parentCase, { now });
      expect(list.map(({ id }) => id)).toEqual([2, 1]);
      expect(list[0]?.terms[0]).toMatchObject({ attribute, is_reason: true });
      expect(list[1]?.drawback).toMatchObject({ attribute });
    }
  });

  it('rank new tutors first, and tutors with many pending requests or views last', () => {
    const old = { ...tutor, created_at: 1, active_at: now };
    const index = filled(
      packedTutors(),
      [
        { ...old, id: 1, pending: 5 },
        { ...old, id: 2 },
        { ...old, id: 3, created_at: now },
        { ...old, id: 4, views: 5_000 },
      ],
      now,
    );
    expect(index.search(parentCase, { now }).list.map(({ id }) => id)).toEqual([3, 2, 1, 4]);
  });
});

describe('near misses', () => {
  const random = seeded(21);
  const tutors = Array.from({ length: 1_500 }, (_, at) => sampleTutor(random, at + 1, now));
  const cases = Array.from({ length: 1_500 }, (_, at) => sampleCase(random, at + 1, now));

  it('of a family: a search with the change applied finds exactly the announced numbers of tutors', () => {
    const index = filled(packedTutors(), tutors, now);
    let tried = 0;
    for (const query of cases.slice(0, 60)) {
      const before = new Set(index.search(query, { now, top: 2_000 }).list.map(({ id }) => id));
      if (before.size >= 5) continue;
      for (const { change, adds, fits, is_capped } of index.nearMisses(query)) {
        const after = index.search({ ...query, ...change }, { now, top: 2_000 }).list;
        const more = after.filter(({ id }) => !before.has(id)).length;
        if (is_capped) expect(after.length).toBeGreaterThanOrEqual(fits);
        else expect([after.length, more]).toEqual([fits, adds]);
        expect(adds).toBeGreaterThan(0);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(50);
  });

  it('of a tutor: a search with the change applied finds the announced numbers of cases, or more when counting was capped', () => {
    const index = filled(packedCases(), cases, now);
    let tried = 0;
    for (const listing of tutors.slice(0, 40)) {
      const before = new Set(index.search(listing, { now, top: 2_000 }).list.map(({ id }) => id));
      for (const { change, adds, fits, is_capped } of index.nearMisses(listing, { most: 5 })) {
        const after = index.search({ ...listing, ...change }, { now, top: 2_000 }).list;
        const more = after.filter(({ id }) => !before.has(id)).length;
        if (is_capped) expect(after.length >= fits && more >= adds && fits === 5).toBe(true);
        else expect([after.length, more]).toEqual([fits, adds]);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(50);
  });
});

describe('input validation', () => {
  it.each<[string, unknown]>([
    ['id', { id: '7' }],
    ['id', { id: 0 }],
    ['id', { id: 2 ** 53 }],
    ['gender', { gender: 'X' }],
    ['education', { education: 99 }],
    ['experience', { experience: undefined }],
    ['subject_grades', { subject_grades: [] }],
    ['subject_grades.major_subject', { subject_grades: [{ major_subject: 7, grade: [1] }] }],
    ['subject_grades', { subject_grades: [{ major_subject: 1, other_subject: 1, grade: [1] }] }],
    ['subject_grades.grade', { subject_grades: [{ major_subject: 1, grade: [20] }] }],
    ['tutoring_region', { tutoring_region: [19] }],
    ['match_time', { match_time: [{ weekday: 8, start: '10:00' }] }],
    ['match_time', { match_time: [{ weekday: 1, start: '10:15' }] }],
    ['match_time', { match_time: 'always' }],
    ['price_max', { price_max: 100 }],
    ['price_min', { price_min: '250' }],
    ['pending', { pending: -1 }],
    ['rating', { reviews: 3, rating: 7 }],
    ['created_at', { created_at: 'yesterday' }],
  ])('a listing with an invalid %s is refused and the index is unchanged', (field, change) => {
    const index = filled(packedTutors(), [tutor], now);
    const attempt = () => index.put({ ...tutor, ...(change as object) }, now);
    expect(attempt).toThrow(MatchingInputError);
    expect(attempt).toThrow(new RegExp(`^${field.replace('.', '\\.')}: `));
    expect([index.size(), index.count(parentCase)]).toEqual([1, 1]);
  });

  it.each<[string, unknown]>([
    ['child_info', { child_info: [{ grade: 13 }] }],
    ['child_info.grade', { child_info: [{ grade: 0, major_subject: [3] }] }],
    ['tutoring_type', { tutoring_type: 9 }],
    ['tutoring_days_per_week', { tutoring_days_per_week: 8 }],
    ['tutoring_time_per_class', { tutoring_time_per_class: 0 }],
    ['start_tutoring_time', { start_tutoring_time: '25:00' }],
    ['price', { price: 1.5 }],
  ])('a case with an invalid %s is refused', (field, change) => {
    const index = filled(packedTutors(), [tutor], now);
    expect(() => index.search({ ...parentCase, ...(change as object) } as ParentCase)).toThrow(`${field}: `);
  });

  it('ids up to 2^53 - 1 and listings with every half hour of the week are accepted', () => {
    const index = packedTutors({ capacity: 1 });
    const everything = Array.from(
      { length: 48 },
      (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
    );
    const full = {
      ...tutor,
      match_time: [1, 2, 3, 4, 5, 6, 7].flatMap((day) => slots(day, ...everything)),
      pending: 1e9,
      views: 1e9,
    };
    const ids = [1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1, 4_294_967_295, 3 * 2 ** 33];
    for (let round = 0; round < 3; round++) for (const id of ids) index.put({ ...full, id }, now);
    for (let id = 10_000; id < 12_000; id++) index.put({ ...full, id: id * 4_294_967_296 }, now);
    expect(index.size()).toBe(ids.length + 2_000);
    const { list } = index.search({ ...parentCase, tutoring_days_per_week: 7 }, { now, top: 5_000 });
    expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).sort((a, b) => a - b));
    expect(list).toHaveLength(ids.length + 2_000);
    expect(list[0]?.slots).toHaveLength(7);
  });
});
