/** The whole-product tests that `.ci/run` runs, at most four minutes: one of each kind that needs real processes. */
export const wholeSelection = [
  // A server process is started, stopped, refused and killed.
  'tests/whole/lifecycle.test.ts',
  // A paper, a photographed question and a voice call, with the neural networks and speech models that ship.
  'tests/whole/eraser.test.ts',
  'tests/whole/chat-photo.test.ts',
  'tests/whole/voice-call.test.ts',
  // Files that people send are cleaned by a process of their own.
  'src/server/ground/incoming/clean-file.whole.test.ts',
  // Backup into one file, and restore.
  'src/server/ground/backup/commands.whole.test.ts',
];
