export const talkRules = {
  longestText: 2000,
  /** Until an application or invitation is accepted, a side may write this often before the other answers. */
  unanswered: 10,
  filesOfMessage: 6,
  fileBytes: 10 * 1024 * 1024,
  /** Files that one user may upload in 24 hours, over all conversations. */
  filesPerDay: 60,
} as const;

/** The types that the file chooser offers. The server determines a file's type by its content. */
export const talkFileTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/heif',
  'application/pdf',
] as const;
