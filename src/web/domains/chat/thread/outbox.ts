import type { ChatFile, HelpLevel } from '#shared/chat/chat.ts';
import { dropDraft, newKey, readDraft, writeDraft } from '#web/ground/drafts.ts';

/** A draft, saved on this device until it is sent. */
export type Typed = { text: string; files: ChatFile[] };
/** A message that is being sent. With its key, sending it several times makes one message. */
export type Outgoing = Typed & { key: string; wish?: HelpLevel | undefined; edits?: number | undefined };

export const draftOfThread = (thread: number) => `chat-${thread}`;
export const draftOfStart = (pathName: string) => `chat-new-${pathName}`;
const outgoingName = (thread: number) => `chat-${thread}-out`;

const visitor = 0;

/** The user's own draft, or one that was written on this device before login. */
const savedValues = <Values>(name: string, owner: number) =>
  (readDraft<Values>(name, owner) ?? readDraft<Values>(name, visitor))?.values;

export const readTyped = (name: string, owner: number): Typed =>
  savedValues<Typed>(name, owner) ?? { text: '', files: [] };

export function keepTyped(name: string, owner: number, typed: Typed) {
  if (typed.text === '' && typed.files.length === 0) dropDraft(name);
  else writeDraft(name, { owner, key: '', version: null, values: typed });
}

/** A thread has one running answer, and so at most one message that is being sent. */
export function queueMessage(thread: number, owner: number, message: Omit<Outgoing, 'key'>): Outgoing {
  const outgoing = { ...message, key: newKey() };
  writeDraft(outgoingName(thread), { owner, key: outgoing.key, version: null, values: outgoing });
  return outgoing;
}

export const takeBack = (thread: number) => dropDraft(outgoingName(thread));

export const readOutgoing = (thread: number, owner: number) =>
  savedValues<Outgoing>(outgoingName(thread), owner);
