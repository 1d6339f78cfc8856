import type { ChatFile, MessageState, TutorMessage } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';

// Pure functions on a thread as it is shown: the messages of one version, the oldest first.

type List = readonly TutorMessage[];
const now = () => new Date().toISOString();

const blank = (id: number, thread_id: number, parent_id: number | null): Omit<TutorMessage, 'role'> => ({
  id,
  thread_id,
  parent_id,
  text: '',
  parts: [],
  files: [],
  state: 'running',
  versions: [id],
  feedback: 0,
  is_spoken: false,
  created_at: now(),
});

type AcceptedQuestion = {
  threadId: number;
  questionId: number;
  answerId: number;
  text: string;
  files: ChatFile[];
  /** The question that this one replaces. */
  edits?: number | undefined;
};

/** The server has accepted a question: it is added to the thread, and its answer begins under it. */
export function withQuestion(
  list: List,
  { threadId, questionId, answerId, text, files, edits }: AcceptedQuestion,
): List {
  if (list.some(({ id }) => id === answerId)) return list;
  const place = edits === undefined ? -1 : list.findIndex(({ id }) => id === edits);
  const before = place < 0 ? list : list.slice(0, place);
  const replaced = place < 0 ? undefined : list[place];
  return [
    ...before,
    {
      ...blank(questionId, threadId, before.at(-1)?.id ?? null),
      role: 'user',
      text,
      files,
      state: 'done',
      versions: [...(replaced?.versions ?? []), questionId],
    },
    { ...blank(answerId, threadId, questionId), role: 'assistant' },
  ];
}

/** Another answer begins in place of an earlier one. */
export function withAnotherAnswer(list: List, oldId: number, answerId: number): List {
  const place = list.findIndex(({ id }) => id === oldId);
  const old = list[place];
  if (!old || oldId === answerId) return list;
  return [
    ...list.slice(0, place),
    {
      ...blank(answerId, old.thread_id, old.parent_id),
      role: 'assistant',
      versions: [...old.versions.filter((id) => id !== answerId), answerId],
    },
  ];
}

export const changed = (list: List, id: number, change: (message: TutorMessage) => TutorMessage): List =>
  list.map((message) => (message.id === id ? change(message) : message));

export const withText = (list: List, id: number, more: string) =>
  changed(list, id, (message) => ({ ...message, text: message.text + more }));

export const withState = (list: List, id: number, state: MessageState) =>
  changed(list, id, (message) => (message.state === state ? message : { ...message, state }));

/** A part replaces the earlier one with the same id. */
export const withPart = (list: List, id: number, part: DataPart) =>
  changed(list, id, (message) => ({
    ...message,
    parts: [...message.parts.filter((one) => one.id !== part.id), part],
  }));

export const withOlder = (list: List, older: List): List => {
  const known = new Set(list.map(({ id }) => id));
  return [...older.filter(({ id }) => !known.has(id)), ...list];
};

/** Pairs of a question and its answer, the newest first. */
export function portionsOf(older: List): List[] {
  const portions: List[] = [];
  for (let end = older.length; end > 0; end -= portion)
    portions.push(older.slice(Math.max(0, end - portion), end));
  return portions;
}
const portion = 2;

/**
 * Joins the latest messages from the server to the list. Earlier messages stay if they belong to the same
 * version; the answer that is being followed keeps its text, since its follower continues from there.
 */
export function refreshed(list: List, latest: List, followed: number | undefined) {
  const [first] = latest;
  if (!first) return { list: [], reaches: false };
  const place = list.findIndex(({ id }) => id === first.id);
  const parent = list.findIndex(({ id }) => id === first.parent_id);
  const before = place >= 0 ? list.slice(0, place) : parent >= 0 ? list.slice(0, parent + 1) : [];
  const here = list.find(({ id }) => id === followed);
  return {
    list: [...before, ...latest.map((message) => (here && message.id === followed ? here : message))],
    reaches: before.length > 0,
  };
}

export const runningIn = (list: List) => list.findLast(({ state }) => state === 'running');

/**
 * Whether the answer before this one has said who answers; answers above the loaded list are assumed to have
 * done so.
 */
export function isIntroduced(list: readonly TutorMessage[], place: number): boolean {
  const before = list[place - 2];
  if (before) return before.parts.some(({ type }) => type === 'data-tutor');
  return list[place - 1]?.parent_id !== null;
}
