import { Worker as NodeWorker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProofs } from '#server/domains/sms/proof.ts';
import { solveProof } from './proof.ts';

const proofs = createProofs('a secret');

/** Runs the product's worker file in a Node worker with a browser worker's interface. */
function nodeWorker(): Worker {
  const file = new URL('./proof-worker.ts', import.meta.url).href;
  const worker = new NodeWorker(
    `const { parentPort } = require('node:worker_threads');
    globalThis.self = globalThis;
    self.postMessage = (data) => parentPort.postMessage(data);
    self.addEventListener = (_, listen) => parentPort.on('message', (data) => listen({ data }));
    import(${JSON.stringify(file)});`,
    { eval: true },
  );
  return {
    postMessage: (data: unknown) => worker.postMessage(data),
    terminate: () => void worker.terminate(),
    addEventListener: (name: string, listen: (event: unknown) => void) =>
      worker.on(name, (data) => listen(name === 'message' ? { data } : data)),
  } as unknown as Worker;
}

test('workers solve the server’s challenge, and the server accepts the proof', async () => {
  const warn = vi.spyOn(console, 'warn');
  onTestFinished(() => warn.mockRestore());
  const proof = await solveProof(await proofs.issue('tag', 500), { createWorker: nodeWorker });
  expect(await proofs.verify(proof, 'tag')).toMatchObject({ cost: 500 });
  expect(warn).not.toHaveBeenCalled();
});

test.each([
  [
    'cannot be made',
    () => {
      throw new Error('blocked');
    },
  ],
  [
    'fail',
    () =>
      ({
        postMessage() {},
        terminate() {},
        addEventListener(name: string, listen: (event: unknown) => void) {
          if (name === 'error') setTimeout(() => listen(new Event('error')), 5);
        },
      }) as unknown as Worker,
  ],
])('where workers %s the page solves the challenge itself', async (_name, createWorker) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const proof = await solveProof(await proofs.issue('tag', 500), { createWorker });
  expect(await proofs.verify(proof, 'tag')).toMatchObject({ cost: 500 });
  expect(warn).toHaveBeenCalledOnce();
});

test('solving stops when the caller aborts', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const closing = new AbortController();
  const challenge = await proofs.issue('tag', 10_000_000);
  const blocked = () => {
    throw new Error('blocked');
  };
  const waiting = solveProof(challenge, { signal: closing.signal, createWorker: blocked });
  closing.abort();
  await expect(waiting).rejects.toThrow(/abort/i);
});
