import { expect, test } from 'vitest';
import { solve } from '#tests/sms.ts';
import { createProofs } from './proof.ts';

const proofs = createProofs('a secret');
const minute = 60_000;

test('a solved challenge is accepted with its cost, for its tag, within three minutes', async () => {
  const proof = await solve(await proofs.issue('tag', 10));
  expect(await proofs.verify(proof, 'tag')).toMatchObject({ cost: 10, nonce: expect.any(Buffer) });
  expect(await proofs.verify(proof, 'another')).toBeUndefined();
  const almost = await solve(await proofs.issue('tag', 10, Date.now() - 2.9 * minute));
  expect(await proofs.verify(almost, 'tag')).toBeDefined();
  const late = await solve(await proofs.issue('tag', 10, Date.now() - 3.1 * minute));
  expect(await proofs.verify(late, 'tag')).toBeUndefined();
});

test('a challenge signed with another key is refused', async () => {
  const foreign = await solve(await createProofs('another secret').issue('tag', 10));
  expect(await proofs.verify(foreign, 'tag')).toBeUndefined();
});

test('a proof is short enough for the request that carries it', async () => {
  const proof = await solve(await proofs.issue('x'.repeat(22), 10));
  expect(proof.length).toBeLessThan(2_000);
});
