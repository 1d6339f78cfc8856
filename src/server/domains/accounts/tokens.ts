import { createSigner } from '#server/ground/http/signing.ts';

export const tokenSeconds = 15 * 60;

export type TokenReading = { sessionId: string; expired: boolean };

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Bearer tokens: a session's id and an end, signed. They are not stored; whether the session still lives is looked up
 * with every use, so that ending a session ends its tokens at once.
 */
export function createTokens(secret: Buffer, now = Date.now) {
  const signer = createSigner(secret, 'bearer token');
  return {
    issue(sessionId: string) {
      const body = `${sessionId}.${Math.floor(now() / 1000) + tokenSeconds}`;
      return { token: `${body}.${signer.sign(body)}`, expires_in: tokenSeconds };
    },

    /** Undefined for anything this server did not issue. */
    read(token: string): TokenReading | undefined {
      const [sessionId = '', end = '', signature = '', ...more] = token.split('.');
      if (more.length > 0 || !signer.isSigned(`${sessionId}.${end}`, signature)) return undefined;
      return { sessionId, expired: Number(end) * 1000 <= now() };
    },
  };
}
