import { type Challenge, type Solution, solveChallenge, solveChallengeWorkers } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

const mostWorkers = 4;

type Options = {
  /** Ends the work, for a sheet that is closed. */
  signal?: AbortSignal | undefined;
  createWorker?: () => Worker;
};

/**
 * Does the work that `proofNeeded` asks for (its `challenge`, as it came) and returns the `proof` to repeat the call
 * with. To be imported when it is needed: most visitors never are asked.
 */
export async function solveProof(challenge: Challenge, options: Options = {}): Promise<string> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  options.signal?.addEventListener('abort', abort);
  try {
    options.signal?.throwIfAborted();
    const solution = await solve(challenge, controller, options.createWorker ?? proofWorker);
    options.signal?.throwIfAborted();
    if (!solution) throw new Error('the proof took too long');
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    options.signal?.removeEventListener('abort', abort);
  }
}

async function solve(challenge: Challenge, controller: AbortController, createWorker: () => Worker) {
  const concurrency = Math.min(
    mostWorkers,
    Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1),
  );
  let solution: Solution | null = null;
  try {
    solution = await solveChallengeWorkers({ challenge, concurrency, controller, createWorker });
  } catch (error) {
    // No workers here, or they were blocked. The page can do it too: each step is asynchronous, so it stays usable.
    console.warn('the proof is solved without workers', error);
    solution = await solveChallenge({ challenge, controller, deriveKey });
  }
  return solution;
}

const proofWorker = () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
