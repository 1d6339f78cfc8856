import { expect, test } from 'vitest';
import type { TutorMessage } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import {
  isIntroduced,
  refreshed,
  withAnotherAnswer,
  withOlder,
  withPart,
  withQuestion,
  withText,
} from './thread-state.ts';

const message = (
  id: number,
  parent: number | null,
  role: 'user' | 'assistant',
  text = `${id}`,
): TutorMessage => ({
  id,
  thread_id: 1,
  parent_id: parent,
  role,
  text,
  parts: [],
  files: [],
  state: 'done',
  versions: [id],
  feedback: 0,
  is_spoken: false,
  created_at: '2026-01-01T00:00:00.000Z',
});
const list = [
  message(1, null, 'user'),
  message(2, 1, 'assistant'),
  message(3, 2, 'user'),
  message(4, 3, 'assistant'),
];
const ids = (of: readonly TutorMessage[]) => of.map(({ id }) => id);
const question = { threadId: 1, questionId: 5, answerId: 6, text: '再問', files: [] };

test('a question is added at the end, or replaces the question it is a version of', () => {
  expect(ids(withQuestion(list, question))).toEqual([1, 2, 3, 4, 5, 6]);
  const edited = withQuestion(list, { ...question, edits: 3 });
  expect(ids(edited)).toEqual([1, 2, 5, 6]);
  expect(edited[2]).toMatchObject({ versions: [3, 5], parent_id: 2, text: '再問' });
  // Sent a second time, it is in the list already.
  expect(withQuestion(edited, { ...question, edits: 3 })).toBe(edited);
});

test('another answer replaces an answer and everything after it', () => {
  const anew = withAnotherAnswer(list, 2, 9);
  expect(ids(anew)).toEqual([1, 9]);
  expect(anew[1]).toMatchObject({ versions: [2, 9], state: 'running', parent_id: 1 });
});

test('a part replaces the earlier part with the same id', () => {
  const part = (checked: number): DataPart => ({
    type: 'data-checks',
    id: 'checks',
    data: { checked, mismatches: [] },
  });
  const both = withPart(withPart(list, 4, part(1)), 4, part(2));
  expect(both[3]?.parts).toEqual([part(2)]);
});

test('older messages are inserted before the others, once', () => {
  expect(ids(withOlder(list.slice(2), list))).toEqual([1, 2, 3, 4]);
});

test('the latest messages of the server are joined to older ones, and a followed answer keeps its text', () => {
  const running = withText(list, 4, ' and more');
  const latest = [message(3, 2, 'user', 'new words'), message(4, 3, 'assistant', '4 and more than that')];
  const joined = refreshed(running, latest, 4);
  expect(joined.reaches).toBe(true);
  expect(joined.list.map(({ text }) => text)).toEqual(['1', '2', 'new words', '4 and more']);
  expect(refreshed(running, latest, undefined).list.at(-1)?.text).toBe('4 and more than that');
  // Another version, or so many new messages that the ones between are unknown.
  expect(refreshed(list, [message(8, 7, 'user'), message(9, 8, 'assistant')], undefined)).toMatchObject({
    reaches: false,
    list: [{ id: 8 }, { id: 9 }],
  });
  expect(ids(refreshed(list, [message(8, 2, 'user'), message(9, 8, 'assistant')], undefined).list)).toEqual([
    1, 2, 8, 9,
  ]);
});

test('the tutor is introduced once: by the first answer of a thread, and where the tutor changes', () => {
  const tutor: DataPart = { type: 'data-tutor', id: 'tutor', data: { built_in: true, notice: '內置導師' } };
  const introduced = list.map((one) => (one.role === 'user' ? one : { ...one, parts: [tutor] }));
  expect([1, 3].map((place) => isIntroduced(introduced, place))).toEqual([false, true]);
  // A model answered before: now the built-in tutor does.
  expect(isIntroduced(list, 3)).toBe(false);
  // Only the end of a long thread is loaded.
  expect(isIntroduced(introduced.slice(2), 1)).toBe(true);
});
