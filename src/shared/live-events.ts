/**
 * The events that the server sends to a user's open pages. An event only says that something has changed; the
 * page then fetches it. Each kind names the rows it is about, and is sent on the connection of its side
 * (product or AI), as each side has its own session.
 */
type LiveEvents = {
  product: {
    notice: object;
    message: { conversation: number };
    read: { conversation: number };
    lesson: { lesson: number };
    class: { class: number };
    /** By which channels the person is told. */
    settings: object;
  };
  ai: {
    erase: { task: number; page: number };
    export: { export: number };
  };
};

/** The URL of each side's event stream, below the base of its API. */
export const eventsUrl = { product: '/api/users/events', ai: '/api_ai/user/events' } as const;

type LiveSide = keyof LiveEvents;
type EventOf<Rows> = { [Kind in keyof Rows]: { kind: Kind } & Rows[Kind] }[keyof Rows];

type ServerEvent = EventOf<LiveEvents['product']> | EventOf<LiveEvents['ai']>;
/** `gap`: events may have been missed, so anything may have changed. */
export type LiveEvent = ServerEvent | { kind: 'gap' };
export type LiveKind = ServerEvent['kind'];

/** The connection on which a kind is sent. */
export const sideOf: Record<LiveKind, LiveSide> = {
  notice: 'product',
  message: 'product',
  read: 'product',
  lesson: 'product',
  class: 'product',
  settings: 'product',
  erase: 'ai',
  export: 'ai',
};
