import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// The file name says what a test needs: `x.test.ts` nothing (unit), `x.api.test.ts` a database (api);
// `x.whole.test.ts` and all tests in tests/whole/ need processes, real neural networks and speech, and time
// (whole). Among unit and API tests, those that take long have the tag `whole` and run with the whole tests.
const apiTests = ['{src,tests}/**/*.api.test.ts'];
const wholeTests = ['src/**/*.whole.test.ts', 'tests/whole/**/*.test.ts'];

const everywhere = {
  setupFiles: ['tests/wait-timeouts.ts'],
  // One more than there are cores: tests spend much of their time waiting for the database.
  maxWorkers: availableParallelism() + 1,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Same as tests/wait-timeouts.ts: the default of one second is too short on a busy machine.
  expect: { poll: { timeout: 15_000 } },
  // Test files share loaded modules (see isolate), so each test's mocks must be restored after it.
  restoreMocks: true,
  // Modules hold no state beyond an app's lifetime, so they are loaded once per worker and shared by all test
  // files.
  isolate: false,
};

export default defineConfig({
  test: {
    tags: [{ name: 'whole', description: 'Takes long: npm test leaves it out.' }],
    projects: [
      {
        test: {
          ...everywhere,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: [...apiTests, ...wholeTests],
        },
      },
      {
        test: {
          ...everywhere,
          name: 'api',
          include: apiTests,
          globalSetup: ['tests/global-setup.ts'],
        },
      },
      {
        test: {
          ...everywhere,
          name: 'whole',
          include: wholeTests,
          globalSetup: ['tests/global-setup.ts'],
          // One file at a time: tests that kill servers or play speech in real time need the whole machine.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
