import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';

const algorithm = 'PBKDF2/SHA-256';
const keyPrefix = '00';
const lifeSeconds = 3 * 60;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
/** Exactly the shape that `issue` creates: anything else is refused before hashing. */
const Proof = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(algorithm),
      nonce: hex(16),
      salt: hex(16),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      expiresAt: z.int(),
      data: z.strictObject({ tag: z.string() }),
    }),
    signature: hex(32),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

export type VerifiedProof = { nonce: Buffer; cost: number; expiresAt: Date };

/**
 * Challenges that cost the server a signature and the solver a few hundred PBKDF2 runs, which browsers do
 * natively: a special program gains little over an honest visitor.
 */
export function createProofs(secret: string) {
  return {
    issue: (tag: string, cost: number, now = Date.now()): Promise<Challenge> =>
      createChallenge({
        algorithm,
        cost,
        keyPrefix,
        deriveKey,
        hmacSignatureSecret: secret,
        expiresAt: Math.floor(now / 1000) + lifeSeconds,
        data: { tag },
      }),

    /**
     * Undefined unless it solves a valid challenge of ours for this tag. The caller checks whether it was
     * used before.
     */
    async verify(text: string, tag: string): Promise<VerifiedProof | undefined> {
      const parsed = Proof.safeParse(decode(text));
      if (!parsed.success) return undefined;
      const { challenge, solution } = parsed.data;
      if (challenge.parameters.data.tag !== tag) return undefined;
      const { verified } = await verifySolution({
        challenge,
        solution: { ...solution, time: 0 },
        deriveKey,
        hmacSignatureSecret: secret,
      });
      if (!verified) return undefined;
      const { nonce, cost, expiresAt } = challenge.parameters;
      return { nonce: Buffer.from(nonce, 'hex'), cost, expiresAt: new Date(expiresAt * 1000) };
    },
  };
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
