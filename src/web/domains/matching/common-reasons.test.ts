import { expect, it } from 'vitest';
import { caseReasons } from './case-reasons.ts';
import { tutorReasons } from './tutor-reasons.ts';

const t = ((key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)) as never;
const named = (...ids: number[]) => ids.map((id) => ({ id, name: `#${id}` }));
const names = {
  types: [
    { id: 1, is_online: false },
    { id: 2, is_online: true },
  ],
  languages: named(1, 2, 3),
  regions: named(16),
  weekdays: named(3),
} as never;
const tutor = { teaching_language: [1, 3], tutoring_region: [16], dse_results: [] } as never;
const slots = [{ weekday: 3, start: '17:00', end: '18:00' }];

function bothSides(overrides: object) {
  const parentCase = {
    teaching_language: [3],
    tutoring_type: 1,
    tutoring_region: 16,
    major_subject: [],
    ...overrides,
  } as never;
  return [
    caseReasons(t, names, tutor, { case: parentCase, slots }),
    tutorReasons(t, names, parentCase, { tutor, slots }),
  ];
}

it('families and tutors read the same text about times, travel, languages and grades', () => {
  for (const words of bothSides({})) {
    expect(words('times', 2, false)).toBe('matching.slot {"day":"#3","start":"17:00"}');
    expect(words('times', 2, true)).toBe('matching.daysFitOnly {"days":2}');
    expect(words('travel', 25, false)).toBe('matching.minutes {"minutes":25}');
    expect(words('travel', 25, true)).toBe('matching.minutesFar {"minutes":25}');
    expect(words('language', undefined, false)).toBe('matching.languages {"names":"#3"}');
    expect(words('grade', 1, true)).toBe('matching.gradeFew');
  }
  for (const words of bothSides({ tutoring_type: 2, teaching_language: [] })) {
    expect(words('travel', 25, true)).toBe('matching.atHome');
    expect(words('language', undefined, true)).toBe('matching.languagesFew {"names":"#1matching.and#3"}');
  }
});

it('each side reads its own text about the place', () => {
  expect(bothSides({}).map((words) => words('travel', 0, false))).toEqual([
    'matching.inDistrict {"region":"#16"}',
    'matching.livesThere {"region":"#16"}',
  ]);
  for (const words of bothSides({ tutoring_region: null }))
    expect(words('travel', 0, false)).toBe('matching.placeOpen');
});
