import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const everywhere = {
  setupFiles: ['tests/patience.ts'],
  // More than there are cores: half of the time is spent waiting for processes.
  maxWorkers: availableParallelism() + 1,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // As tests/patience.ts: a second is no time at all on a busy machine.
  expect: { poll: { timeout: 15_000 } },
  // One reading of the modules serves every file, so what a test put in a function's place goes with the test.
  restoreMocks: true,
};

/** The tests that start whole servers take longest: begun last, one of them would keep all the others waiting. */
class WholeServersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isWholeServer(other)) - Number(isWholeServer(one)));
  }
}
const isWholeServer = ({ moduleId }: TestSpecification) =>
  moduleId.startsWith(`${import.meta.dirname}/tests/`);

/** Speech in its own time: after all others and alone, or words would be broken for want of a core. */
const liveTests = ['src/server/domains/voice/call/call.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    sequence: { sequencer: WholeServersFirst },
    projects: [
      {
        test: {
          ...everywhere,
          name: 'all',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: liveTests,
          // Nothing is kept in the modules that outlives an app, so one reading of them serves every file.
          isolate: false,
        },
      },
      {
        test: { ...everywhere, name: 'live', include: liveTests, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
