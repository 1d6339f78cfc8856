import { describe, expect, it } from 'vitest';
import { type Result, type SearchOptions, scoreAtMedian } from './explain.ts';
import type { ParentCase, TutorListing } from './input.ts';
import { pairFeatures } from './naive.ts';
import { countCases, searchCases } from './packed/case-probe.ts';
import { buildCaseIndex, caseCount, removeCase, upsertCase } from './packed/case-rows.ts';
import { buildTutorIndex, removeTutor, tutorCount, upsertTutor } from './packed/tutor-rows.ts';
import { featureNames } from './pair/features.ts';
import { modelOf, scoreFeatures } from './pair/score.ts';
import { sampleCase, sampleTutor, seeded } from './sample-market.ts';
import { countTutors, searchTutors } from './tutors.ts';
import { handWeights, type Weights } from './weights.ts';

const now = Date.parse('2026-11-15T04:00:00Z');

/** Few subjects and districts, so that many fit. */
function market(seed: number, tutors: number, cases: number) {
  const random = seeded(seed);
  return {
    tutors: Array.from({ length: tutors }, (_, at) => sampleTutor(random, at + 1, now)),
    cases: Array.from({ length: cases }, (_, at) => sampleCase(random, at + 1, now)),
  };
}

type Ranked = { id: number; score: number };
const best = (list: Ranked[], top: number) =>
  list.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, top);

function exhaustive(
  rows: readonly { id: number }[],
  features: (row: never) => Float64Array | null,
  weights: Weights,
  top = 10,
) {
  const model = modelOf(weights);
  const list: Ranked[] = [];
  for (const row of rows) {
    const found = features(row as never);
    if (found) list.push({ id: row.id, score: scoreFeatures(model, found) });
  }
  return { list: best([...list], top), count: list.length };
}

const ranked = ({ list }: Result) => list.map(({ id, score }) => ({ id, score }));

const strange: Weights = {
  ...handWeights,
  wants: { ...handWeights.wants, price: -2, dse: 4, travel: 0, reviews: -1 },
  accepts: { ...handWeights.accepts, price: 5, lesson: -1 },
};

describe.each([
  ['by hand', handWeights],
  ['with weights below 0', strange],
])('a pruned search, weights %s', (_, weights) => {
  const { tutors, cases } = market(7, 3_000, 80);
  const model = modelOf(weights);

  it('finds the tutors that an exhaustive one finds', () => {
    const index = buildTutorIndex(tutors, { now, weights });
    let found = 0;
    for (const wanted of cases) {
      const all = exhaustive(
        tutors,
        (tutor: TutorListing) => pairFeatures(model, tutor, wanted, now),
        weights,
      );
      for (const options of [{}, { sample: 4 }, { sample: 0 }] as SearchOptions[])
        expect(ranked(searchTutors(index, wanted, { now, ...options }))).toEqual(all.list);
      expect(countTutors(index, wanted)).toBe(all.count);
      found += all.count;
    }
    expect(found).toBeGreaterThan(500);
  });

  it('finds the cases that an exhaustive one finds', () => {
    const { cases: many, tutors: few } = market(8, 50, 3_000);
    const index = buildCaseIndex(many, { now, weights });
    let found = 0;
    for (const tutor of few) {
      const all = exhaustive(
        many,
        (wanted: ParentCase) => pairFeatures(model, tutor, wanted, now, 'case'),
        weights,
      );
      for (const options of [{}, { sample: 4 }, { sample: 0 }] as SearchOptions[])
        expect(ranked(searchCases(index, tutor, { now, ...options }))).toEqual(all.list);
      expect(countCases(index, tutor)).toBe(all.count);
      found += all.count;
    }
    expect(found).toBeGreaterThan(500);
  });
});

describe('an index', () => {
  const { tutors, cases } = market(9, 2_000, 60);

  it('answers about later and earlier days as an exhaustive search does', () => {
    const index = buildTutorIndex(tutors, { now });
    const model = modelOf(handWeights);
    for (const days of [-100, -1, 1, 40, 1_000]) {
      const then = now + days * 86_400_000;
      for (const wanted of cases.slice(0, 12)) {
        const all = exhaustive(
          tutors,
          (tutor: TutorListing) => pairFeatures(model, tutor, wanted, then),
          handWeights,
        );
        expect(ranked(searchTutors(index, wanted, { now: then, sample: 4 }))).toEqual(all.list);
      }
    }
  });

  it('is after many changes what a new one is', () => {
    const random = seeded(3);
    const index = buildTutorIndex(tutors.slice(0, 500), { now });
    const current = new Map(tutors.slice(0, 500).map((tutor) => [tutor.id, tutor]));
    for (let change = 0; change < 6_000; change++) {
      const id = 1 + Math.floor(random() * 2_000);
      if (random() < 0.4) expect(removeTutor(index, id)).toBe(current.delete(id));
      else {
        const tutor = sampleTutor(random, id, now);
        upsertTutor(index, tutor, now);
        current.set(id, tutor);
      }
    }
    const anew = buildTutorIndex([...current.values()], { now });
    expect(tutorCount(index)).toBe(current.size);
    for (const wanted of cases)
      expect(searchTutors(index, wanted, { now }).list).toEqual(searchTutors(anew, wanted, { now }).list);
  });

  it('of cases, likewise', () => {
    const random = seeded(4);
    const index = buildCaseIndex([], { now });
    const current = new Map<number, ParentCase>();
    for (let change = 0; change < 4_000; change++) {
      const id = 1 + Math.floor(random() * 1_000);
      if (random() < 0.3) expect(removeCase(index, id)).toBe(current.delete(id));
      else {
        const wanted = sampleCase(random, id, now);
        upsertCase(index, wanted, now);
        current.set(id, wanted);
      }
    }
    const anew = buildCaseIndex([...current.values()], { now });
    expect(caseCount(index)).toBe(current.size);
    for (const tutor of tutors.slice(0, 60))
      expect(searchCases(index, tutor, { now }).list).toEqual(searchCases(anew, tutor, { now }).list);
  });

  it('does not depend on the order in which rows came', () => {
    const forth = buildTutorIndex(tutors, { now });
    const back = buildTutorIndex([...tutors].reverse(), { now });
    for (const wanted of cases)
      expect(searchTutors(back, wanted, { now }).list).toEqual(searchTutors(forth, wanted, { now }).list);
  });

  it('without rows finds nothing, and neither does a search for none', () => {
    const wanted = cases[0] as ParentCase;
    expect(searchTutors(buildTutorIndex([]), wanted).list).toEqual([]);
    expect(searchCases(buildCaseIndex([]), tutors[0] as TutorListing).list).toEqual([]);
    expect(searchTutors(buildTutorIndex(tutors, { now }), wanted, { now, top: 0 }).list).toEqual([]);
  });

  it('of equals puts the lowest id first, and leaves out who is not wanted', () => {
    const same = [5, 3, 9, 1].map((id) => ({ ...(tutors[0] as TutorListing), id }));
    const [subject] = (tutors[0] as TutorListing).subject_grades;
    const wanted: ParentCase = {
      id: 1,
      child_info: [
        {
          grade: subject?.grade[0] as number,
          major_subject: subject?.major_subject ? [subject.major_subject] : [],
          other_subject: subject?.other_subject ? [subject.other_subject] : [],
        },
      ],
      tutoring_type: (tutors[0] as TutorListing).tutoring_type[0] as number,
      tutoring_region: (tutors[0] as TutorListing).tutoring_region?.[0] as number,
      tutoring_days_per_week: 1,
      tutoring_time_per_class: 1,
    };
    const index = buildTutorIndex(same, { now });
    expect(searchTutors(index, wanted, { now }).list.map(({ id }) => id)).toEqual([1, 3, 5, 9]);
    expect(searchTutors(index, wanted, { now, without: [3, 77], top: 2 }).list.map(({ id }) => id)).toEqual([
      1, 5,
    ]);
  });
});

describe('explanations', () => {
  const { tutors, cases } = market(11, 4_000, 300);
  const tutorIndex = buildTutorIndex(tutors, { now });
  const caseIndex = buildCaseIndex(cases, { now });
  const { model } = tutorIndex;
  const results = [
    ...cases.map((wanted) => searchTutors(tutorIndex, wanted, { now })),
    ...tutors.slice(0, 300).map((tutor) => searchCases(caseIndex, tutor, { now })),
  ].filter(({ list }) => list.length > 0);

  it('add up', () => {
    expect(results.length).toBeGreaterThan(200);
    for (const { list } of results)
      for (const { score, base, terms } of list)
        expect(base + terms.reduce((sum, { term }) => sum + term, 0)).toBeCloseTo(score, 9);
  });

  it('name a first reason without which the score is lower', () => {
    let reasons = 0;
    for (const { list, basis } of results)
      for (const { terms, features, score } of list) {
        const [first] = terms;
        if (!first?.is_reason) {
          expect(terms.some(({ is_reason }) => is_reason)).toBe(false);
          continue;
        }
        reasons++;
        expect(scoreAtMedian(model, features, first.attribute, basis)).toBeLessThan(score);
      }
    expect(reasons).toBeGreaterThan(1_000);
  });

  it('say what speaks against a result unless nothing does', () => {
    for (const { list } of results)
      for (const { drawback, features } of list) {
        expect(drawback).not.toBeNull();
        expect(['lesson', 'exposure'].includes(drawback?.attribute ?? '') && drawback?.value === 0).toBe(
          false,
        );
        expect(features).toHaveLength(featureNames.length);
      }
  });

  it('have means whose terms cancel out where everybody who fits is listed', () => {
    const { list, basis } = searchTutors(tutorIndex, cases[0] as ParentCase, {
      now,
      top: 5_000,
      sample: 1e9,
    });
    expect(basis.isWhole).toBe(true);
    expect(basis.size).toBe(list.length);
    const sum = list.reduce((all, { terms }) => all + terms.reduce((of, { term }) => of + term, 0), 0);
    expect(sum).toBeCloseTo(0, 6);
  });
});
