import { expect, it } from 'vitest';
import type { Api } from '#web/ground/api/api.ts';
import { loadPopular } from './popular.ts';

const lists: Record<string, unknown> = {
  'GET /api/common_info/region': [
    { id: 1, name: 'Sha Tin' },
    { id: 2, name: 'Tai Po' },
  ],
  'GET /api/common_info/major_subject': [{ id: 7, name: 'Mathematics' }],
  'GET /api/common_info/other_subject': [],
  'GET /api/common_info/teacher_case': [
    { tutoring_region: [1], subject_grades: [{ major_subject: 7, other_subject: null }] },
    { tutoring_region: [2, 1], subject_grades: [{ major_subject: 7, other_subject: null }] },
  ],
};
const english = (async (key: string) => ({ list: lists[key] })) as unknown as Api;
const names = {
  regions: [
    { id: 1, name: '沙田' },
    { id: 2, name: '大埔' },
  ],
  majors: [{ id: 7, name: '數學' }],
  others: [],
};

it('names the places with the most tutors first; the same lists give the same object, whose HTML is kept', async () => {
  const popular = await loadPopular(english, english, names);
  expect(popular).toEqual([
    { path: '/tutors/sha-tin/mathematics', name: '沙田・數學' },
    { path: '/tutors/tai-po/mathematics', name: '大埔・數學' },
  ]);
  expect(await loadPopular(english, english, { ...names })).toBe(popular);
});
