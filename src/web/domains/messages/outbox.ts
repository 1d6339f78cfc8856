import { draftNames, dropDraft, newKey, readDraft, writeDraft } from '#web/ground/drafts.ts';

/**
 * A message being sent, saved on this device until the server has it. Its key prevents duplicates when it is
 * sent again.
 */
export type Outgoing = { key: string; text: string; at: string };

const draftName = (conversation: number) => `talk-${conversation}`;
const outgoingName = (conversation: number, key: string) => `talk-${conversation}-${key}`;

export const readTyped = (conversation: number, owner: number) =>
  readDraft<{ text: string }>(draftName(conversation), owner)?.values.text ?? '';

export function keepTyped(conversation: number, owner: number, text: string) {
  if (text === '') dropDraft(draftName(conversation));
  else writeDraft(draftName(conversation), { owner, key: '', version: null, values: { text } });
}

/** Each under its own name, so that two tabs never overwrite each other. */
export function saveOutgoing(conversation: number, owner: number, text: string): Outgoing {
  const outgoing = { key: newKey(), text, at: new Date().toISOString() };
  writeDraft(outgoingName(conversation, outgoing.key), {
    owner,
    key: outgoing.key,
    version: null,
    values: { text, at: outgoing.at },
  });
  return outgoing;
}

export const dropOutgoing = (conversation: number, key: string) => dropDraft(outgoingName(conversation, key));

/** Messages that were not sent before the page was left, earliest first. */
export function readOutgoing(conversation: number, owner: number): Outgoing[] {
  return draftNames(`${draftName(conversation)}-`)
    .flatMap((name) => {
      const draft = readDraft<{ text: string; at: string }>(name, owner);
      return draft ? [{ key: draft.key, ...draft.values }] : [];
    })
    .sort((one, other) => one.at.localeCompare(other.at));
}
