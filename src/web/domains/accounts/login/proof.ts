import { type Challenge, type Solution, solveChallenge, solveChallengeWorkers } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

const maxWorkers = 4;

type Options = {
  /** Stops the work when the sheet is closed. */
  signal?: AbortSignal | undefined;
  createWorker?: () => Worker;
};

/**
 * Solves the `challenge` of a `proofNeeded` error and returns the `proof` to repeat the call with. Import it
 * on demand: most visitors never need it.
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
  const concurrency = Math.min(maxWorkers, Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));
  let solution: Solution | null = null;
  try {
    solution = await solveChallengeWorkers({ challenge, concurrency, controller, createWorker });
  } catch (error) {
    // Workers are missing or blocked. The page can solve it too: each step is asynchronous, so it stays
    // responsive.
    console.warn('the proof is solved without workers', error);
    solution = await solveChallenge({ challenge, controller, deriveKey });
  }
  return solution;
}

const proofWorker = () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
