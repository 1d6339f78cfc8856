import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

type Command =
  | { type: 'work'; challenge: Challenge; counterStart: number; counterStep: number; timeout?: number }
  | { type: 'abort' };

let controller = new AbortController();

/**
 * Solves one share of the counters, as `solveChallengeWorkers` distributes them. altcha-lib's own worker
 * needs Node's crypto.
 */
self.addEventListener('message', async ({ data }: MessageEvent<Command>) => {
  if (data.type === 'abort') return controller.abort();
  controller = new AbortController();
  const { challenge, counterStart, counterStep, timeout } = data;
  const share = { challenge, counterStart, counterStep, ...(timeout !== undefined && { timeout }) };
  try {
    self.postMessage(await solveChallenge({ ...share, controller, deriveKey }));
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
});
