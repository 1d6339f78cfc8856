import { coverMessages } from '#shared/contacts/cover-contacts.ts';

/** `secrets`: of each message. `keep`: what must remain readable in one of the messages. */
export type Hostile = { kind: string; messages: string[]; secrets: string[][]; keep: string[] };
export type Harmless = { text: string };

const signs = (text: string) => [...text].filter((sign) => /[\p{L}\p{N}]/u.test(sign));

/** How many of the secret's letters and digits are left, in their order, in the covered text. */
function leftOf(secret: string, original: string, covered: string) {
  // What stands beside the secret is in both, so only what was taken away counts.
  const [before, after] = [signs(original).length, signs(covered.replaceAll('▇', '')).length];
  return Math.max(0, signs(secret).length - (before - after));
}

/** A secret is covered where at least half of its letters and digits are, and it cannot be read as a whole. */
export function scoreHostile({ messages, secrets, keep }: Hostile) {
  const covered = coverMessages(messages.map((text, at) => ({ text, at: at * 60_000 })));
  const open = messages.flatMap((message, at) =>
    (secrets[at] ?? []).filter((secret) => {
      const text = covered[at] as string;
      return text.includes(secret) || leftOf(secret, message, text) > signs(secret).length / 2;
    }),
  );
  const lost = keep.filter((words) => !covered.some((text) => text.includes(words)));
  const problem = [...open.map((secret) => `open: ${secret}`), ...lost.map((words) => `lost: ${words}`)].join(
    '; ',
  );
  return { covered, problem };
}
