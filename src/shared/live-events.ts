/**
 * Everything that the server tells a person's open pages: that something has changed; the page then asks what. Each kind
 * names the rows that it is about, and comes over the line of its side, which has a session of its own.
 */
type LiveEvents = {
  product: {
    notice: object;
    message: { conversation: number };
    read: { conversation: number };
    lesson: { lesson: number };
    class: { class: number };
  };
  ai: {
    erase: { task: number; page: number };
    export: { export: number };
  };
};

/** Where each side's events are served, below the base of its API. */
export const eventsUrl = { product: '/api/users/events', ai: '/api_ai/user/events' } as const;

type LiveSide = keyof LiveEvents;
type Told<Rows> = { [Kind in keyof Rows]: { kind: Kind } & Rows[Kind] }[keyof Rows];

type ToldEvent = Told<LiveEvents['product']> | Told<LiveEvents['ai']>;
/** `gap`: nothing could be heard for a while, so anything may have changed. */
export type LiveEvent = ToldEvent | { kind: 'gap' };
export type LiveKind = ToldEvent['kind'];

/** Over which line a kind comes. */
export const sideOf: Record<LiveKind, LiveSide> = {
  notice: 'product',
  message: 'product',
  read: 'product',
  lesson: 'product',
  class: 'product',
  erase: 'ai',
  export: 'ai',
};
