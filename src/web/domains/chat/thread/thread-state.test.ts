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
const asked = { threadId: 1, questionId: 5, answerId: 6, text: '再問', files: [] };

test('a question goes to the end, or in the place of the one it is a version of', () => {
  expect(ids(withQuestion(list, asked))).toEqual([1, 2, 3, 4, 5, 6]);
  const edited = withQuestion(list, { ...asked, edits: 3 });
  expect(ids(edited)).toEqual([1, 2, 5, 6]);
  expect(edited[2]).toMatchObject({ versions: [3, 5], parent_id: 2, text: '再問' });
  // Sent a second time, it is there already.
  expect(withQuestion(edited, { ...asked, edits: 3 })).toBe(edited);
});

test('another answer takes the place of one, and of what followed it', () => {
  const anew = withAnotherAnswer(list, 2, 9);
  expect(ids(anew)).toEqual([1, 9]);
  expect(anew[1]).toMatchObject({ versions: [2, 9], state: 'running', parent_id: 1 });
});

test('a part that comes again takes the place of the one before', () => {
  const part = (checked: number): DataPart => ({
    type: 'data-checks',
    id: 'checks',
    data: { checked, mismatches: [] },
  });
  const both = withPart(withPart(list, 4, part(1)), 4, part(2));
  expect(both[3]?.parts).toEqual([part(2)]);
});

test('what is older is put before, once', () => {
  expect(ids(withOlder(list.slice(2), list))).toEqual([1, 2, 3, 4]);
});

test('what the server says now is joined to what is older, and never sets a followed answer back or forth', () => {
  const running = withText(list, 4, ' and more');
  const latest = [message(3, 2, 'user', 'new words'), message(4, 3, 'assistant', '4 and more than that')];
  const joined = refreshed(running, latest, 4);
  expect(joined.reaches).toBe(true);
  expect(joined.list.map(({ text }) => text)).toEqual(['1', '2', 'new words', '4 and more']);
  expect(refreshed(running, latest, undefined).list.at(-1)?.text).toBe('4 and more than that');
  // Another version, or so much that came meanwhile that nothing is known of what is between.
  expect(refreshed(list, [message(8, 7, 'user'), message(9, 8, 'assistant')], undefined)).toMatchObject({
    reaches: false,
    list: [{ id: 8 }, { id: 9 }],
  });
  expect(ids(refreshed(list, [message(8, 2, 'user'), message(9, 8, 'assistant')], undefined).list)).toEqual([
    1, 2, 8, 9,
  ]);
});

test('who answers is said once: by the first answer of a thread, and where it changes', () => {
  const tutor: DataPart = { type: 'data-tutor', id: 'tutor', data: { built_in: true, notice: '內置導師' } };
  const told = list.map((one) => (one.role === 'user' ? one : { ...one, parts: [tutor] }));
  expect([1, 3].map((place) => isIntroduced(told, place))).toEqual([false, true]);
  // A model answered before: now somebody else does.
  expect(isIntroduced(list, 3)).toBe(false);
  // Only the end of a long thread is there.
  expect(isIntroduced(told.slice(2), 1)).toBe(true);
});
