/** What `.ci/run` takes of the whole tests, at most four minutes: one path of each kind that only processes can show. */
export const wholeSelection = [
  // A server process is started, stopped, refused and killed.
  'tests/whole/lifecycle.test.ts',
  // A paper, a photographed question and a call, by the networks and the speech that ship.
  'tests/whole/eraser.test.ts',
  'tests/whole/chat-photo.test.ts',
  'tests/whole/voice-call.test.ts',
  // Everything in one file, and a product of it again.
  'src/server/ground/backup/commands.whole.test.ts',
];
