import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as reference from './reference.ts';
import { districtsNear, shortestMinutes, travelMinutes, unknownHomeMinutes } from './travel.ts';

type Item = { id: number; is_online?: boolean; hours?: number };
const lists: Record<string, Item[]> = JSON.parse(
  readFileSync(new URL('../../../../db/seed/reference/lists.json', import.meta.url), 'utf8'),
);
const ids = (name: string) => (lists[name] as Item[]).map(({ id }) => id);

describe('the reference ids that matching knows', () => {
  it.each([
    ['major_subjects', reference.majorSubjects],
    ['other_subjects', reference.otherSubjects],
    ['grades', reference.grades],
    ['regions', reference.regions],
    ['educations', reference.educations],
    ['experiences', reference.experiences],
    ['gpas', reference.gpas],
    ['ranks', reference.ranks],
    ['teaching_languages', reference.languages],
    ['dse_levels', reference.dseLevels],
    ['tutoring_types', reference.tutoringTypes],
  ])('equal the ids of the seeded list %s', (name, known) => {
    expect(known).toEqual(ids(name));
  });

  it('equal the seeded online tutoring type and class lengths', () => {
    expect(lists.tutoring_types?.filter(({ is_online }) => is_online).map(({ id }) => id)).toEqual([
      reference.tutoringType.online,
    ]);
    const lengths = lists.tutoring_times_per_class?.map(({ id, hours = 0 }) => [String(id), hours * 2]);
    expect(Object.entries(reference.classHalfHours)).toEqual(lengths);
  });
});

describe('travel minutes', () => {
  it('are symmetric, at most 90, hardly shorter than within a district, and obey the triangle inequality', () => {
    for (const from of reference.regions)
      for (const to of reference.regions) {
        expect(travelMinutes(from, to)).toBe(travelMinutes(to, from));
        expect(travelMinutes(from, to)).toBeGreaterThanOrEqual(travelMinutes(from, from) - 5);
        expect(travelMinutes(from, to)).toBeLessThanOrEqual(90);
        for (const over of reference.regions)
          expect(travelMinutes(from, to)).toBeLessThanOrEqual(
            travelMinutes(from, over) + travelMinutes(over, to),
          );
      }
  });

  it('count from the nearest of several home districts', () => {
    expect(shortestMinutes((1 << 0) | (1 << 15), 15)).toBe(travelMinutes(16, 15));
    expect(shortestMinutes(0, 15)).toBe(unknownHomeMinutes);
    expect(districtsNear(16)).toHaveLength(17);
    expect(districtsNear(16)[0]).toBe(15);
    expect(() => travelMinutes(1, 19)).toThrow('no district');
  });
});
