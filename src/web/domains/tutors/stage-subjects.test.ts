import { expect, it } from 'vitest';
import { chosenAtStage, withSubjectAtStage } from './stage-subjects.ts';
import type { SubjectRow } from './tutor-values.ts';

const [primary, junior] = [
  [4, 5],
  [10, 11],
];
const plain = (rows: readonly SubjectRow[]) => rows.map(({ subject, grade }) => [subject, grade]);

it('a subject is chosen for a whole stage, beside others and other stages, and taken back', () => {
  const first = withSubjectAtStage([{ key: 'first', subject: null, grade: [] }], 3, primary, true);
  expect(plain(first)).toEqual([[3, [4, 5]]]);
  const both = withSubjectAtStage(withSubjectAtStage(first, 3, junior, true), 1, junior, true);
  expect(plain(both)).toEqual([
    [3, [4, 5, 10, 11]],
    [1, [10, 11]],
  ]);
  expect(chosenAtStage(both, primary)).toEqual([3]);
  const less = withSubjectAtStage(both, 3, primary, false);
  expect(plain(less)).toEqual([
    [3, [10, 11]],
    [1, [10, 11]],
  ]);
  const none = [3, 1].reduce((rows, subject) => withSubjectAtStage(rows, subject, junior, false), less);
  expect(plain(none)).toEqual([[null, []]]);
});
