import { expect, it } from 'vitest';
import { marketCalls } from '#shared/market.ts';
import {
  type Filters,
  filterQuery,
  groupsInUse,
  listPath,
  noFilters,
  readFilters,
  withoutGroup,
  withoutId,
  writeFilters,
} from './filters.ts';

const read = (text: string) => readFilters(new URLSearchParams(text));
const all: Filters = {
  region: [15, 16],
  major_subject: [3, 39],
  other_subject: [1],
  grade: [13],
  tutoring_type: [1, 2],
  weekday: [6, 7],
  gender: 'F',
  price_min: 150,
  price_max: 300,
  verified: true,
  below: null,
  sort: 'price_low',
};

it('filters survive a round trip through the URL', () => {
  expect(writeFilters(noFilters)).toBe('');
  expect(read('')).toEqual(noFilters);
  expect(writeFilters(all)).toBe(
    'region=15,16&major_subject=3,39&other_subject=1&grade=13&tutoring_type=1,2&weekday=6,7&gender=F&price_min=150&price_max=300&verified=1&sort=price_low',
  );
  expect(read(writeFilters(all))).toEqual(all);
  expect(listPath('tutors', { ...noFilters, region: [3] }, { pages: 2 })).toBe('/tutors?region=3&pages=2');
  expect(listPath('cases', noFilters, { pages: 1 })).toBe('/cases');
  expect(listPath('cases', read('below=1'))).toBe('/cases?below=1');
  expect(listPath('tutors', read('below=1'))).toBe('/tutors');
  expect(listPath('cases', noFilters, { gated: true })).toBe('/more-tutor-case?tab=cases');
});

it('the list of cases knows neither verified tutors nor their sort orders', () => {
  const tutors: Filters = { ...noFilters, region: [3], verified: true, sort: 'experience' };
  expect(listPath('tutors', tutors)).toBe('/tutors?region=3&verified=1&sort=experience');
  expect(listPath('cases', tutors)).toBe('/cases?region=3');
});

it('a form submitted without JavaScript is read: repeated names, empty prices', () => {
  expect(read('region=16&region=15&region=16&price_min=&price_max=３００&gender=')).toEqual({
    ...noFilters,
    region: [15, 16],
    price_max: 300,
  });
});

it('invalid filter values are ignored', () => {
  expect(read('region=0,-1,x,1e3,99999999999&gender=U&price_min=-5&price_max=1.5&sort=best')).toEqual(
    noFilters,
  );
  expect(read('price_min=400&price_max=200')).toMatchObject({ price_min: 200, price_max: 400 });
  const many = Array.from({ length: 200 }, (_, at) => at + 1).join(',');
  expect(read(`region=${many}`).region).toHaveLength(60);
});

it('the query of the filters is accepted by the API contract', () => {
  const { query } = marketCalls['GET /api/common_info/teacher_case'];
  const { below: _, ...sent } = all;
  expect(query.parse(filterQuery({ ...all, sort: 'reviews' }))).toMatchObject({ ...sent, sort: 'reviews' });
  expect(filterQuery(noFilters)).toEqual({ sort: 'newest' });
});

it('filters can be removed one by one or by group', () => {
  expect(withoutId(all, 'region', 15).region).toEqual([16]);
  expect(withoutGroup(all, 'subject')).toMatchObject({
    major_subject: [],
    other_subject: [],
    region: [15, 16],
  });
  expect(withoutGroup(all, 'price')).toMatchObject({ price_min: null, price_max: null });
  expect(groupsInUse(noFilters)).toEqual([]);
  expect(groupsInUse(all)).toHaveLength(8);
  expect(groupsInUse({ ...noFilters, other_subject: [1], price_max: 0 })).toEqual(['subject', 'price']);
});

it('an old link with former ids of a subject means the subject, once', () => {
  expect(readFilters(new URLSearchParams('major_subject=34,3,32')).major_subject).toEqual([1, 3]);
});

it('the form of the home page names another subject in the field of the school subjects', () => {
  expect(read('grade=5&major_subject=o7&region=')).toMatchObject({
    ...{ grade: [5], major_subject: [], other_subject: [7], region: [] },
  });
});
