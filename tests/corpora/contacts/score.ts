import { coverMessages, findInMessages } from '#shared/contacts/cover-contacts.ts';

/** `secrets`: of each message, in their order. `keep`: what must remain readable in one of the messages. */
export type Hostile = { kind: string; messages: string[]; secrets: string[][]; keep: string[] };
export type Harmless = { text: string };

type Span = { from: number; to: number };

/** Whether at least half of the letters and digits between two places of a message are covered. */
function isMostlyCovered(message: string, secret: Span, spans: readonly Span[]) {
  let all = 0;
  let covered = 0;
  let place = secret.from;
  for (const sign of message.slice(secret.from, secret.to)) {
    const at = place;
    place += sign.length;
    if (!/[\p{L}\p{N}]/u.test(sign)) continue;
    all += 1;
    if (spans.some(({ from, to }) => from <= at && at < to)) covered += 1;
  }
  return covered >= all / 2;
}

function openSecrets(message: string, secrets: readonly string[], spans: readonly Span[], shown: string) {
  let reached = 0;
  return secrets.filter((secret) => {
    const next = message.indexOf(secret, reached);
    const from = next === -1 ? message.indexOf(secret) : next;
    if (from === -1) throw new Error(`"${secret}" is not in "${message}"`);
    reached = from + secret.length;
    return shown.includes(secret) || !isMostlyCovered(message, { from, to: reached }, spans);
  });
}

/** A secret is covered where at least half of it is, at its place, and it stands nowhere in what is shown. */
export function scoreHostile({ messages, secrets, keep }: Hostile) {
  const told = messages.map((text, at) => ({ text, at: at * 60_000 }));
  const covered = coverMessages(told);
  const spans = findInMessages(told);
  const open = messages.flatMap((message, at) =>
    openSecrets(message, secrets[at] ?? [], spans[at] ?? [], covered[at] ?? ''),
  );
  const lost = keep.filter((words) => !covered.some((text) => text.includes(words)));
  const problem = [...open.map((secret) => `open: ${secret}`), ...lost.map((words) => `lost: ${words}`)].join(
    '; ',
  );
  return { covered, problem };
}
