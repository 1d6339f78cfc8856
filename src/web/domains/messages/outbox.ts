import { draftNames, dropDraft, newKey, readDraft, writeDraft } from '#web/ground/drafts.ts';
import type { OutgoingFile } from './outgoing-files.ts';

/**
 * A message being sent, saved on this device until the server has it. Its key prevents duplicates when it is
 * sent again.
 */
export type Outgoing = { key: string; text: string; at: string; files: OutgoingFile[] };

// Drafts named `talk-` are of the time when a conversation had the id of its match: they belong to another one now.
const draftName = (conversation: number) => `conversation-${conversation}`;
const outgoingName = (conversation: number, key: string) => `${draftName(conversation)}-${key}`;

export const readTyped = (conversation: number, owner: number) =>
  readDraft<{ text: string }>(draftName(conversation), owner)?.values.text ?? '';

export function keepTyped(conversation: number, owner: number, text: string) {
  if (text === '') dropDraft(draftName(conversation));
  else writeDraft(draftName(conversation), { owner, key: '', version: null, values: { text } });
}

/** Each under its own name, so that two tabs never overwrite each other. */
export function saveOutgoing(conversation: number, owner: number, outgoing: Outgoing) {
  const { key, ...values } = outgoing;
  writeDraft(outgoingName(conversation, key), { owner, key, version: null, values });
}

export const newOutgoing = (text: string, files: OutgoingFile[]): Outgoing => ({
  key: newKey(),
  text,
  at: new Date().toISOString(),
  files,
});

export const dropOutgoing = (conversation: number, key: string) => dropDraft(outgoingName(conversation, key));

/** Messages that were not sent before the page was left, earliest first. */
export function readOutgoing(conversation: number, owner: number): Outgoing[] {
  return draftNames(`${draftName(conversation)}-`)
    .flatMap((name) => {
      const draft = readDraft<Omit<Outgoing, 'key'>>(name, owner);
      return draft ? [{ ...draft.values, key: draft.key }] : [];
    })
    .sort((one, other) => one.at.localeCompare(other.at));
}
