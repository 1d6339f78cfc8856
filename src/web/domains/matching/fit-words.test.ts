import { expect, it } from 'vitest';
import { seeded } from '#engine/matching/sample-market.ts';
import type { CaseDetail } from '#shared/cases.ts';
import { mostAboveOffer, mostFitting } from '#shared/matching.ts';
import { cardsPerPage, choiceSearch, mostPages, readChoice, readPages } from './filters.ts';
import { fitsFrom, fitWordOf, pointsOf, veryFrom } from './fit-words.ts';
import { mostCounted } from './one-thing-off.tsx';
import { expectedApplicants } from './price-shape.ts';
import { halfHoursOf } from './slots.ts';
import { changedCase } from './tutors-page.tsx';

const scores = Array.from({ length: 200 }, (_, at) => -at / 20);

it('the words of fit follow the order within a group: nobody is a better fit below a worse one', () => {
  const rank = { very: 0, fits: 1, maybe: 2 };
  for (const within_offer of [true, false]) {
    const ranks = scores.map((score) => rank[fitWordOf({ score, within_offer })]);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  }
});

it('the words of fit begin at their figures, and above the offer nobody is more than worth considering', () => {
  const word = (figure: number, within_offer = true) =>
    fitWordOf({ score: 4 * Math.log(figure / 100), within_offer });
  expect(
    [100, veryFrom + 0.01, veryFrom - 0.01, fitsFrom + 0.01, fitsFrom - 0.01].map((f) => word(f)),
  ).toEqual(['very', 'very', 'fits', 'fits', 'maybe']);
  expect(word(99, false)).toBe('maybe');
});

it('the points shown add up to the figure shown, whatever the terms', () => {
  const random = seeded(5);
  for (let round = 0; round < 500; round++) {
    const terms = Array.from({ length: 1 + Math.floor(random() * 16) }, (_, at) => ({
      ...{ attribute: String(at), term: round % 7 === 0 ? 0 : random() - 0.5, value: 0, is_reason: false },
    }));
    const base = -4 * random();
    const score = terms.reduce((all, { term }) => all + term, base);
    const points = pointsOf({ score, base, terms });
    const sum = points.terms.reduce((all, one) => all + one.points, points.base);
    expect(sum).toBeCloseTo(points.figure, 9);
    expect(points.figure).toBeCloseTo(100 * Math.exp(score / 4), 0);
    for (const { attribute, points: shown } of points.terms)
      if (Math.abs(shown) > 0.1)
        expect(Math.sign(shown)).toBe(Math.sign(terms[Number(attribute)]?.term ?? 0));
  }
});

it('applicants are foretold only where enough families had answers', () => {
  const applicants = [
    { price: 100, applicants: 2 },
    { price: 300, applicants: 6 },
  ];
  expect(expectedApplicants({ comparables: 29, applicants }, 200)).toBeUndefined();
  expect(expectedApplicants({ comparables: 30, applicants }, 200)).toBe(4);
});

it('an address of a result is read as it was written, and what it does not know is left out', () => {
  const search = '?sort=price&in_budget=true&verified=true&gender=F&region=16';
  const choice = readChoice(new URLSearchParams(search));
  expect(choiceSearch(choice)).toBe(search);
  expect(choiceSearch(choice, 2)).toBe(`${search}&pages=2`);
  const wrong = new URLSearchParams('sort=luck&gender=X&region=-1&online=maybe&pages=-3');
  expect([choiceSearch(readChoice(wrong)), readPages(wrong)]).toEqual(['', 1]);
  // The last page still reaches everybody who is kept.
  expect(readPages(new URLSearchParams('pages=1e9'))).toBe(mostPages);
  expect(mostPages * cardsPerPage).toBe(mostFitting + mostAboveOffer);
  expect(mostCounted).toBe(mostFitting);
});

it('common times are split into half hours', () => {
  expect(halfHoursOf([{ weekday: 3, start: '22:30', end: '24:00' }])).toEqual([
    { weekday: 3, start: '22:30' },
    { weekday: 3, start: '23:00' },
    { weekday: 3, start: '23:30' },
  ]);
});

const stored = { weekday: [3], start_tutoring_time: '17:00', tutoring_region: 16, match_time: [] };
const parentCase = stored as unknown as CaseDetail;

it('a relaxation changes one field of a case and the fields that repeat it', () => {
  const match_time = [
    { weekday: 6, start: '10:00' },
    { weekday: 3, start: '17:00' },
    { weekday: 3, start: '16:30' },
  ];
  expect(changedCase(parentCase, { kind: 'times', change: { match_time } })).toEqual({
    ...{ tutoring_region: 16, match_time, weekday: [3, 6] },
    ...{ start_tutoring_time: '16:30', weekend_start_tutoring_time: '10:00' },
  });
  expect(changedCase(parentCase, { kind: 'online', change: { tutoring_type: 2 } })).toEqual({
    ...{ ...stored, tutoring_type: 2, tutoring_region: null },
  });
  expect(changedCase(parentCase, { kind: 'price', change: { price: 280 } })).toEqual({
    ...stored,
    price: 280,
  });
});
