import { describe, expect, it } from 'vitest';
import { scoreAtMedian } from './explain.ts';
import type { ParentCase, TutorListing } from './input.ts';
import { filled } from './matcher.ts';
import { packedCases, packedTutors } from './packed/matcher.ts';
import { featureNames } from './pair/features.ts';
import { sampleCase, sampleMarket, sampleTutor, seeded } from './sample-market.ts';

const now = Date.parse('2026-11-15T04:00:00Z');

const market = (seed: number, tutors: number, cases: number) => sampleMarket(seed, tutors, cases, now);

describe('the packed index', () => {
  const { tutors, cases } = market(9, 2_000, 60);

  it('of tutors finds the same after many changes as a newly built one', () => {
    const random = seeded(3);
    const index = filled(packedTutors(), tutors.slice(0, 500), now);
    const current = new Map(tutors.slice(0, 500).map((tutor) => [tutor.id, tutor]));
    for (let change = 0; change < 6_000; change++) {
      const id = 1 + Math.floor(random() * 2_000);
      if (random() < 0.4) expect(index.remove(id)).toBe(current.delete(id));
      else {
        const tutor = sampleTutor(random, id, now);
        index.put(tutor, now);
        current.set(id, tutor);
      }
    }
    const rebuilt = filled(packedTutors(), [...current.values()], now);
    expect(index.size()).toBe(current.size);
    for (const parentCase of cases)
      expect(index.search(parentCase, { now }).list).toEqual(rebuilt.search(parentCase, { now }).list);
  });

  it('of cases finds the same after many changes as a newly built one', () => {
    const random = seeded(4);
    const index = filled(packedCases(), [], now);
    const current = new Map<number, ParentCase>();
    for (let change = 0; change < 4_000; change++) {
      const id = 1 + Math.floor(random() * 1_000);
      if (random() < 0.3) expect(index.remove(id)).toBe(current.delete(id));
      else {
        const parentCase = sampleCase(random, id, now);
        index.put(parentCase, now);
        current.set(id, parentCase);
      }
    }
    const rebuilt = filled(packedCases(), [...current.values()], now);
    expect(index.size()).toBe(current.size);
    for (const tutor of tutors.slice(0, 60))
      expect(index.search(tutor, { now }).list).toEqual(rebuilt.search(tutor, { now }).list);
  });

  it('gives the same results for any insertion order of the rows', () => {
    const forward = filled(packedTutors(), tutors, now);
    const backward = filled(packedTutors(), [...tutors].reverse(), now);
    for (const parentCase of cases)
      expect(backward.search(parentCase, { now }).list).toEqual(forward.search(parentCase, { now }).list);
  });

  it('finds nothing when it is empty or when `top` is 0', () => {
    const parentCase = cases[0] as ParentCase;
    expect(filled(packedTutors(), [], now).search(parentCase).list).toEqual([]);
    expect(filled(packedCases(), [], now).search(tutors[0] as TutorListing).list).toEqual([]);
    expect(filled(packedTutors(), tutors, now).search(parentCase, { now, top: 0 }).list).toEqual([]);
  });

  it('orders equal scores by lowest id, and leaves out the ids in `without`', () => {
    const same = [5, 3, 9, 1].map((id) => ({ ...(tutors[0] as TutorListing), id }));
    const [subject] = (tutors[0] as TutorListing).subject_grades;
    const parentCase: ParentCase = {
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
    const index = filled(packedTutors(), same, now);
    expect(index.search(parentCase, { now }).list.map(({ id }) => id)).toEqual([1, 3, 5, 9]);
    expect(index.search(parentCase, { now, without: [3, 77], top: 2 }).list.map(({ id }) => id)).toEqual([
      1, 5,
    ]);
  });
});

describe('explanations of results', () => {
  const { tutors, cases } = market(11, 4_000, 300);
  const tutorIndex = filled(packedTutors(), tutors, now);
  const caseIndex = filled(packedCases(), cases, now);
  const { model } = tutorIndex;
  const results = [
    ...cases.map((parentCase) => tutorIndex.search(parentCase, { now })),
    ...tutors.slice(0, 300).map((tutor) => caseIndex.search(tutor, { now })),
  ].filter(({ list }) => list.length > 0);

  it('base and terms add up to the score', () => {
    expect(results.length).toBeGreaterThan(200);
    for (const { list } of results)
      for (const { score, base, terms } of list)
        expect(base + terms.reduce((sum, { term }) => sum + term, 0)).toBeCloseTo(score, 9);
  });

  it('with the first reason at the median value the score is lower', () => {
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

  it('every result names a drawback, and never a lesson or exposure of 0', () => {
    for (const { list } of results)
      for (const { drawback, features } of list) {
        expect(drawback).not.toBeNull();
        expect(['lesson', 'exposure'].includes(drawback?.attribute ?? '') && drawback?.value === 0).toBe(
          false,
        );
        expect(features).toHaveLength(featureNames.length);
      }
  });

  it('terms sum to 0 over the list when the list has every fitting row', () => {
    const { list, basis } = tutorIndex.search(cases[0] as ParentCase, {
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
