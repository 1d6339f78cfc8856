import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// A test's name says what it needs: `x.test.ts` nothing (unit), `x.api.test.ts` a database (api), `x.whole.test.ts`, or
// one in tests/whole/, processes, real networks and speech, and time (whole).
const apiTests = ['{src,tests}/**/*.api.test.ts'];
const wholeTests = ['src/**/*.whole.test.ts', 'tests/whole/**/*.test.ts'];

const everywhere = {
  setupFiles: ['tests/patience.ts'],
  // More than there are cores: much of the time is spent waiting for the database.
  maxWorkers: availableParallelism() + 1,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // As tests/patience.ts: a second is no time at all on a busy machine.
  expect: { poll: { timeout: 15_000 } },
  // One reading of the modules serves every file, so what a test put in a function's place goes with the test.
  restoreMocks: true,
  // Nothing is kept in the modules that outlives an app, so one reading of them serves every file.
  isolate: false,
};

export default defineConfig({
  test: {
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
          // One after the other: servers that are killed and speech in its own time want the machine for themselves.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
