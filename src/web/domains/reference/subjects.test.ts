import { expect, it } from 'vitest';
import { bothLists, choicesAt, groupsOf } from './subjects.ts';

const majors = [
  { id: 1, name: '中文', subject_type: 1, grades: [6, 13], stage_names: [{ stage: 4, name: '中國語文' }] },
  { id: 35, name: '常識', subject_type: 3, grades: [6] },
  { id: 21, name: '物理', subject_type: 2, grades: [13] },
];
const others = [{ id: 1, name: '鋼琴', subject_type: 5, grades: [6, 13] }];
const kinds = [
  { id: 1, name: '主要科目' },
  { id: 3, name: '小學及初中' },
  { id: 2, name: '選修' },
  { id: 5, name: '音樂' },
];
const names = (grade: Parameters<typeof choicesAt>[1], chosen?: number[]) =>
  choicesAt(bothLists(majors, others), grade, chosen).map(({ name }) => name);

it('the choices are what the grade teaches, named as its stage names it', () => {
  expect(names({ id: 6, stage: 2 })).toEqual(['中文', '常識', '鋼琴']);
  expect(names({ id: 13, stage: 4 })).toEqual(['中國語文', '物理', '鋼琴']);
  expect(names(undefined)).toEqual(['中文', '常識', '物理', '鋼琴']);
});

it('what is chosen stays among the choices, also where the grade does not teach it', () => {
  expect(names({ id: 6, stage: 2 }, [21, -1])).toEqual(['中文', '常識', '物理', '鋼琴']);
});

it('subjects stand under their kinds, without empty kinds', () => {
  const groups = groupsOf(kinds, choicesAt(majors, { id: 6, stage: 2 }));
  expect(groups.map(({ name, list }) => [name, list.map(({ id }) => id)])).toEqual([
    ['主要科目', [1]],
    ['小學及初中', [35]],
  ]);
});
