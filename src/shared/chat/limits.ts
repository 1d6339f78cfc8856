/** Separate from the schemas, so that pages can import the limits without zod. */
export const chatLimits = {
  /** UTF-16 units in one message. */
  text: 8000,
  title: 80,
  filesOfMessage: 4,
  fileBytes: 10 * 1024 * 1024,
  /** Pages of a PDF whose text is read. */
  pagesRead: 3,
  /** Files of one user that are not attached to a message yet. */
  loneFiles: 20,
} as const;

/** What a child may be in need of, as the engine names it (src/engine/distress/kinds.ts). */
export const needKinds = [
  'violence',
  'touching',
  'bullying',
  'hunger',
  'running_away',
  'fear',
  'self_harm',
  'eating',
] as const;
