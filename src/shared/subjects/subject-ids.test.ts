import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { currentMajorSubject, currentMajorSubjects } from './subject-ids.ts';

type Words = { 'zh-Hant': string; en: string };
type Subject = {
  id: number;
  name: Words;
  grade_ids: number[];
  former_ids?: number[];
  stage_names?: { stage: number; name: Words }[];
};
const lists: Record<'major_subjects' | 'other_subjects', Subject[]> & { grades: { id: number }[] } =
  JSON.parse(readFileSync(new URL('../../../db/seed/reference/lists.json', import.meta.url), 'utf8'));
const { major_subjects: majors, other_subjects: others } = lists;
const subjects = [...majors, ...others];
const gradeIds = lists.grades.map(({ id }) => id);

describe('the subjects of the reference list', () => {
  test.each(['zh-Hant', 'en'] as const)(
    'have one name each in %s, also where a stage has its own',
    (locale) => {
      const names = subjects.flatMap(({ name, stage_names = [] }) => [
        name[locale],
        ...stage_names.map((stage) => stage.name[locale]),
      ]);
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    },
  );

  test('name their grades in order, and every grade has major and other subjects', () => {
    for (const { name, grade_ids } of subjects) {
      expect(grade_ids.length, name.en).toBeGreaterThan(0);
      expect(gradeIds.filter((id) => grade_ids.includes(id))).toEqual(grade_ids);
    }
    for (const grade of gradeIds)
      for (const list of [majors, others])
        expect(
          list.filter(({ grade_ids }) => grade_ids.includes(grade)).length,
          `grade ${grade}`,
        ).toBeGreaterThan(3);
  });
});

test('a former id means the subject whose entry names it, any other id means itself', () => {
  const current = majors.map(({ id }) => id);
  const former = majors.flatMap(({ id, former_ids = [] }) => former_ids.map((old) => [old, id] as const));
  expect(former.length).toBeGreaterThan(0);
  for (const [old, id] of former) {
    expect(current).not.toContain(old);
    expect(currentMajorSubject(old)).toBe(id);
  }
  const known = new Map(former);
  for (let id = 0; id <= 100; id++) expect(currentMajorSubject(id)).toBe(known.get(id) ?? id);
  expect(currentMajorSubjects([34, 2, 3, 33])).toEqual([3, 2]);
});
