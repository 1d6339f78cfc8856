import { describe, expect, it } from 'vitest';
import { MatchingInputError, type ParentCase, type TutorListing } from './input.ts';
import { filled } from './matcher.ts';
import { packedCases, packedTutors } from './packed/matcher.ts';
import { hindranceOf } from './pair/fits.ts';
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
const wanted: ParentCase = {
  id: 9,
  child_info: [{ grade: 13, major_subject: [3] }],
  tutoring_type: 1,
  tutoring_region: 16,
  tutoring_days_per_week: 1,
  tutoring_time_per_class: 2,
  price: 250,
};

/** The index in both directions and the rules in plain words say the same. */
function doesFit(ofTutor: Partial<TutorListing>, ofCase: Partial<ParentCase>): boolean {
  const listing = { ...tutor, ...ofTutor };
  const asked = { ...wanted, ...ofCase };
  const found = [
    filled(packedTutors(), [listing], now).count(asked) === 1,
    filled(packedCases(), [asked], now).count(listing) === 1,
    hindranceOf(listing, asked) === null,
  ];
  expect(new Set(found).size).toBe(1);
  return found[0] as boolean;
}

describe('a tutor fits a case', () => {
  it.each<[string, boolean, Partial<TutorListing>, Partial<ParentCase>]>([
    ['as it stands', true, {}, {}],
    ['not at another grade', false, {}, { child_info: [{ grade: 12, major_subject: [3] }] }],
    ['not for another subject', false, {}, { child_info: [{ grade: 13, major_subject: [1] }] }],
    [
      'not for an other subject of the same id',
      false,
      {},
      { child_info: [{ grade: 13, other_subject: [3] }] },
    ],
    [
      'with two children',
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
      'not at a grade of another subject',
      false,
      {},
      {
        child_info: [
          { grade: 13, major_subject: [3] },
          { grade: 13, other_subject: [1] },
        ],
      },
    ],
    ['not without one of the subjects', false, {}, { child_info: [{ grade: 13, major_subject: [3, 1] }] }],
    ['where the tutor would travel to', true, {}, { tutoring_region: 15 }],
    ['not in another district', false, {}, { tutoring_region: 17 }],
    ['online anywhere', true, {}, { tutoring_type: 2, tutoring_region: 18 }],
    ['online without a district', true, {}, { tutoring_type: 2, tutoring_region: null }],
    [
      'not online when not offered',
      false,
      { tutoring_type: [1] },
      { tutoring_type: 2, tutoring_region: null },
    ],
    ["at the tutor's place where it is", true, {}, { tutoring_type: 4 }],
    [
      "not at the tutor's place where the tutor only travels to",
      false,
      {},
      { tutoring_type: 4, tutoring_region: 15 },
    ],
    ['not in a way that is not offered', false, {}, { tutoring_type: 5 }],
    ['anywhere when no district is named', true, {}, { tutoring_region: null }],
    ['in one of the languages', true, {}, { teaching_language: [2, 3] }],
    ['not in another language', false, {}, { teaching_language: [3, 4] }],
    ['of the gender wished for', true, {}, { teacher_gender: 'F' }],
    ['not of the other', false, {}, { teacher_gender: 'M' }],
    ['not when the gender is not said', false, { gender: 'U' }, { teacher_gender: 'F' }],
    ['with the least education', true, {}, { teacher_education: 4 }],
    ['not with less', false, {}, { teacher_education: 5 }],
    ['as a registered teacher for any wish', true, { education: 8 }, { teacher_education: 7 }],
    [
      'not as a doctor where a registered teacher is wished for',
      false,
      { education: 7 },
      { teacher_education: 8 },
    ],
    ['at three times the price', true, {}, { price: 84 }],
    ['not above that', false, {}, { price: 83 }],
    ['at an open price', true, { price_min: 4000, price_max: 5000 }, { price: null }],
    [
      'for as long as the time is free',
      true,
      {},
      { tutoring_time_per_class: 2, match_time: slots(3, '17:00', '17:30', '18:00') },
    ],
    ['not for longer', false, {}, { tutoring_time_per_class: 3 }],
    ['not over a gap', false, { match_time: slots(3, '17:00', '17:30', '18:30', '19:00') }, {}],
    ['not across midnight', false, { match_time: [...slots(3, '23:00', '23:30'), ...slots(4, '00:00')] }, {}],
    ['up to midnight', true, {}, { match_time: slots(6, '22:30', '23:00', '23:30') }],
    ['across noon words of the day', true, { match_time: slots(3, '15:00', '15:30', '16:00') }, {}],
    ['on two days', true, {}, { tutoring_days_per_week: 2 }],
    ['not on three', false, {}, { tutoring_days_per_week: 3 }],
    [
      'not twice on one day',
      false,
      { match_time: slots(3, '10:00', '10:30', '11:00', '17:00', '17:30', '18:00') },
      { tutoring_days_per_week: 2 },
    ],
    [
      'not when the times miss by half an hour',
      false,
      {},
      { match_time: slots(3, '17:30', '18:00', '18:30') },
    ],
    ['on a weekday named', true, {}, { weekday: [3] }],
    ['not on another', false, {}, { weekday: [1, 2] }],
    ['from the earliest start on', true, {}, { start_tutoring_time: '17:00', weekday: [3] }],
    ['not before it', false, {}, { start_tutoring_time: '17:01', weekday: [3] }],
    [
      'at weekends by their own start',
      true,
      {},
      { start_tutoring_time: '23:59', weekend_start_tutoring_time: '22:00' },
    ],
    [
      'by exact times, whatever the weekdays say',
      true,
      {},
      { weekday: [1], match_time: slots(3, '17:00', '17:30', '18:00') },
    ],
  ])('%s', (_, expected, ofTutor, ofCase) => {
    expect(doesFit(ofTutor, ofCase)).toBe(expected);
  });

  it.each([{ is_listed: false }, { match_status: 3 }])(
    'but is not shown with %o, and may look for cases',
    (hidden) => {
      const index = filled(packedTutors(), [tutor], now);
      index.put({ ...tutor, ...hidden }, now);
      expect([index.size(), index.count(wanted)]).toEqual([0, 0]);
      expect(filled(packedCases(), [wanted], now).count({ ...tutor, ...hidden })).toBe(1);
    },
  );

  it('is not shown a case that is offline', () => {
    expect(filled(packedCases(), [{ ...wanted, status: 2 }], now).count(tutor)).toBe(0);
  });
});

describe('results', () => {
  it('name common times, each on a day of its own, that suit both', () => {
    const free = [1, 2, 3, 4, 5].flatMap((day) => slots(day, '17:00', '17:30', '18:00', '18:30'));
    const index = filled(packedTutors(), [{ ...tutor, match_time: free }], now);
    const [match] = index.search({ ...wanted, tutoring_days_per_week: 2 }, { now }).list;
    expect(match?.slots).toEqual([
      { weekday: 1, start: '17:00', end: '18:30' },
      { weekday: 4, start: '17:00', end: '18:30' },
    ]);
    const [late] = filled(packedTutors(), [tutor], now).search({ ...wanted, weekday: [6] }, { now }).list;
    expect(late?.slots).toEqual([{ weekday: 6, start: '22:30', end: '24:00' }]);
  });

  it('prefer the better of two who differ in one thing, and say so', () => {
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
      const { list } = index.search(wanted, { now });
      expect(list.map(({ id }) => id)).toEqual([2, 1]);
      expect(list[0]?.terms[0]).toMatchObject({ attribute, is_reason: true });
      expect(list[1]?.drawback).toMatchObject({ attribute });
    }
  });

  it('bury nobody under requests, and let new tutors be seen', () => {
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
    expect(index.search(wanted, { now }).list.map(({ id }) => id)).toEqual([3, 2, 1, 4]);
  });
});

describe('near misses', () => {
  const random = seeded(21);
  const tutors = Array.from({ length: 1_500 }, (_, at) => sampleTutor(random, at + 1, now));
  const cases = Array.from({ length: 1_500 }, (_, at) => sampleCase(random, at + 1, now));

  it('bring what they promise to a family', () => {
    const index = filled(packedTutors(), tutors, now);
    let tried = 0;
    for (const asked of cases.slice(0, 60)) {
      const before = new Set(index.search(asked, { now, top: 2_000 }).list.map(({ id }) => id));
      if (before.size >= 5) continue;
      for (const { change, adds, fits, is_capped } of index.nearMisses(asked)) {
        const after = index.search({ ...asked, ...change }, { now, top: 2_000 }).list;
        const more = after.filter(({ id }) => !before.has(id)).length;
        if (is_capped) expect(after.length).toBeGreaterThanOrEqual(fits);
        else expect([after.length, more]).toEqual([fits, adds]);
        expect(adds).toBeGreaterThan(0);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(50);
  });

  it('bring what they promise to a tutor, and say where counting stopped', () => {
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

describe('input', () => {
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
  ])('that is wrong in %s is refused, and the index stays as it was', (field, change) => {
    const index = filled(packedTutors(), [tutor], now);
    const attempt = () => index.put({ ...tutor, ...(change as object) }, now);
    expect(attempt).toThrow(MatchingInputError);
    expect(attempt).toThrow(new RegExp(`^${field.replace('.', '\\.')}: `));
    expect([index.size(), index.count(wanted)]).toEqual([1, 1]);
  });

  it.each<[string, unknown]>([
    ['child_info', { child_info: [{ grade: 13 }] }],
    ['child_info.grade', { child_info: [{ grade: 0, major_subject: [3] }] }],
    ['tutoring_type', { tutoring_type: 9 }],
    ['tutoring_days_per_week', { tutoring_days_per_week: 8 }],
    ['tutoring_time_per_class', { tutoring_time_per_class: 0 }],
    ['start_tutoring_time', { start_tutoring_time: '25:00' }],
    ['price', { price: 1.5 }],
  ])('of a case that is wrong in %s is refused', (field, change) => {
    const index = filled(packedTutors(), [tutor], now);
    expect(() => index.search({ ...wanted, ...(change as object) } as ParentCase)).toThrow(`${field}: `);
  });

  it('may have ids of any size, and everything that a listing may hold', () => {
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
    const { list } = index.search({ ...wanted, tutoring_days_per_week: 7 }, { now, top: 5_000 });
    expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).sort((a, b) => a - b));
    expect(list).toHaveLength(ids.length + 2_000);
    expect(list[0]?.slots).toHaveLength(7);
  });
});
