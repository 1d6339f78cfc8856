/** Apart from the schemas: pages need these and not zod. */
export const chatLimits = {
  /** UTF-16 units of one message. */
  text: 8000,
  title: 80,
  filesOfMessage: 4,
  fileBytes: 10 * 1024 * 1024,
  /** Pages of a PDF whose text is read. */
  pagesRead: 3,
  /** Files of one person that no message has yet. */
  loneFiles: 20,
} as const;
