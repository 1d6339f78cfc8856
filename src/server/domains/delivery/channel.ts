import type { Locale } from '#shared/locale.ts';
import type { DeliveryChannelName, EventKind } from '#shared/notices/delivery-rules.ts';

/** One event as it is told to one person. */
export type DeliveryItem = {
  kind: EventKind;
  title: string;
  /** The title in each language, for browsers that have another one than the person; missing: `title` only. */
  titles?: Record<Locale, string>;
  text: string;
  /** The child, grade and subjects of the case it is about. Never in a push message. */
  about: string | null;
  /** The page it is about, without a language. */
  path: string | null;
  /** When it happened. */
  at: Date;
};

/** What one person is told at once by one channel: one event, several that came together, or a day's digest. */
export type Delivery = {
  userId: number;
  locale: Locale;
  /** The same at every attempt, so that a receiver can recognise a repetition. */
  key: string;
  items: readonly DeliveryItem[];
  isDigest: boolean;
};

/**
 * `sent`: the other end took it. `nowhere`: the person has no address, number or browser for it. `refused`: it
 * will not be taken at any later attempt, with the reason for operators (no personal data).
 */
export type DeliveryOutcome = { kind: 'sent' } | { kind: 'nowhere' } | { kind: 'refused'; reason: string };

/** A channel that is configured. `send` throws if a later attempt may succeed. */
export type DeliveryChannel = {
  name: DeliveryChannelName;
  send(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>;
};
