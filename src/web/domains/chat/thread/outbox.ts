import type { ChatFile, Wish } from '#shared/chat/chat.ts';
import { dropDraft, newKey, readDraft, writeDraft } from '#web/ground/drafts.ts';

/** What somebody is writing, kept on this device until it is sent. */
export type Typed = { text: string; files: ChatFile[] };
/** A message on its way. Its key makes it one, however often it is sent. */
export type Outgoing = Typed & { key: string; wish?: Wish | undefined; edits?: number | undefined };

export const draftOfThread = (thread: number) => `chat-${thread}`;
export const draftOfStart = (pathName: string) => `chat-new-${pathName}`;
const outgoingName = (thread: number) => `chat-${thread}-out`;

const visitor = 0;

/** One's own, or what was written before logging in on this device. */
const kept = <Values>(name: string, owner: number) =>
  (readDraft<Values>(name, owner) ?? readDraft<Values>(name, visitor))?.values;

export const readTyped = (name: string, owner: number): Typed =>
  kept<Typed>(name, owner) ?? { text: '', files: [] };

export function keepTyped(name: string, owner: number, typed: Typed) {
  if (typed.text === '' && typed.files.length === 0) dropDraft(name);
  else writeDraft(name, { owner, key: '', version: null, values: typed });
}

/** A thread has one answer at a time, and so one message on its way. */
export function putOut(thread: number, owner: number, message: Omit<Outgoing, 'key'>): Outgoing {
  const outgoing = { ...message, key: newKey() };
  writeDraft(outgoingName(thread), { owner, key: outgoing.key, version: null, values: outgoing });
  return outgoing;
}

export const takeBack = (thread: number) => dropDraft(outgoingName(thread));

export const readOutgoing = (thread: number, owner: number) => kept<Outgoing>(outgoingName(thread), owner);
