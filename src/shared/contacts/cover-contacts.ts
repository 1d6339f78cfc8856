/**
 * Covers contact details in a text that others may see: phone numbers in whatever way they are spelled, e-mail
 * addresses, links, names on other services, and addresses of homes. Prices, times, dates, marks, pages, sums,
 * districts and stations stay.
 *
 * 1. `signs.ts` turns the text into plain signs that know their place in the original.
 * 2. `digits.ts` reads digits in all scripts and words as groups; `plain-numbers.ts` says what groups mean when they
 *    are no phone number; `phone-numbers.ts` decides by length, grouping, what stands between and what is announced.
 * 3. `links.ts` and `addresses.ts` find the rest.
 *
 * Every search looks a bounded way to the left and right, so the time grows with the length of the text only.
 * Tested by the sentences in `tests/corpora/contacts`; `npm run bench -- contacts` prints the figures.
 */
import { addressSpans } from './addresses.ts';
import { coverMark } from './cover-mark.ts';
import { groupsOf } from './digits.ts';
import { explainedSpans, hiddenNumberSpans } from './hidden-numbers.ts';
import { linkAndNameSpans } from './links.ts';
import { phoneSpans, type Span, splitPhoneSpans } from './phone-numbers.ts';
import { meaningsOf } from './plain-numbers.ts';
import { type Signs, signsOf, withoutSpacing } from './signs.ts';

export type ContactKind = 'phone' | 'link' | 'address';
type Found = Span & { kind: ContactKind };

const inOriginal = ({ from, to }: Signs, span: Span): Span => ({
  from: from[span.from] ?? 0,
  to: to[span.to - 1] ?? 0,
});

function numberSpans(text: string): Span[] {
  const groups = groupsOf(text);
  const meanings = meaningsOf(text, groups);
  const spans = [...phoneSpans(text, groups, meanings), ...hiddenNumberSpans(text, groups, meanings)];
  return spans.length > 0 ? spans : explainedSpans(text, groups, meanings);
}

/** The contact details in a text: where they are and what they are. */
export function findContacts(text: string): Found[] {
  const signs = signsOf(text);
  const joined = withoutSpacing(signs);
  const found = (kind: ContactKind, of: Signs, spans: Span[]) =>
    spans.map((span): Found => ({ kind, ...inOriginal(of, span) }));
  return [
    ...found('link', joined, linkAndNameSpans(joined.text)),
    ...[...new Set([signs, joined])].flatMap((read) => found('phone', read, numberSpans(read.text))),
    ...found('address', signs, addressSpans(signs.text)),
  ];
}

/** What a writer is told of: each kind once. A number given for another service is a number. */
export function contactKinds(text: string): ContactKind[] {
  const found = findContacts(text);
  const phones = found.filter(({ kind }) => kind === 'phone');
  const told = found.filter(
    ({ kind, from, to }) => kind !== 'link' || !phones.some((phone) => phone.from < to && phone.to > from),
  );
  return (['phone', 'link', 'address'] as const).filter((kind) => told.some((one) => one.kind === kind));
}

function coverSpans(text: string, spans: readonly Span[]) {
  let covered = '';
  let at = 0;
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    if (to <= at) continue;
    if (from >= at) covered += text.slice(at, from) + coverMark;
    at = to;
  }
  return covered + text.slice(at);
}

/** The text with its contact details covered. */
export const coverContacts = (text: string) => coverSpans(text, findContacts(text));

/** A number may be told in so many messages of one person, so far apart. */
export const splitMessages = 4;
const splitMilliseconds = 10 * 60_000;

/** Where the messages of one person to another hold contact details, each alone or several of them together. */
export function findInMessages(messages: readonly { text: string; at: number }[]): Span[][] {
  const signs = messages.map(({ text }) => signsOf(text));
  const spans = messages.map(({ text }): Span[] => findContacts(text));
  messages.forEach(({ at }, last) => {
    for (let count = 2; count <= splitMessages && count <= last + 1; count += 1) {
      const first = last + 1 - count;
      if (at - (messages[first]?.at ?? 0) > splitMilliseconds) break;
      const parts = splitPhoneSpans(signs.slice(first, last + 1).map(({ text }) => text));
      parts?.forEach((part, over) => {
        const of = signs[first + over];
        if (of) spans[first + over]?.push(...part.map((span) => inOriginal(of, span)));
      });
    }
  });
  return spans;
}

/** The messages of one person to another, the oldest first, with their contact details covered. */
export function coverMessages(messages: readonly { text: string; at: number }[]): string[] {
  const spans = findInMessages(messages);
  return messages.map(({ text }, index) => coverSpans(text, spans[index] ?? []));
}
