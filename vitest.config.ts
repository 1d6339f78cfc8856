import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.mjs'],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/patience.ts'],
    // More than there are cores: half of the time is spent waiting for processes.
    maxWorkers: availableParallelism() + 1,
    // A worker reads the sources once for all its files, which is a third of the processor's time. So a test leaves the
    // modules it used as it found them: what it changes for itself it makes for itself.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
