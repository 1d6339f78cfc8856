import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCsrf } from './csrf.ts';
import { createTokens, tokenSeconds } from './sign-in.ts';

const secret = randomBytes(32);

test('a bearer token is valid for 15 minutes', () => {
  let now = Date.now();
  const tokens = createTokens(secret, () => now);
  const id = randomUUID();
  const { token, expires_in } = tokens.issue(id);
  expect(expires_in).toBe(900);
  expect(tokens.read(token)).toEqual({ sessionId: id, expired: false });
  now += tokenSeconds * 1000;
  expect(tokens.read(token)).toEqual({ sessionId: id, expired: true });
});

test('a changed, foreign or made-up bearer token is refused', () => {
  const tokens = createTokens(secret);
  const { token } = tokens.issue(randomUUID());
  const [id, end, signature] = token.split('.');
  expect(tokens.read(`${randomUUID()}.${end}.${signature}`)).toBeUndefined();
  expect(tokens.read(`${id}.${Number(end) + 900}.${signature}`)).toBeUndefined();
  expect(tokens.read(`${token}.more`)).toBeUndefined();
  expect(createTokens(randomBytes(32)).read(token)).toBeUndefined();
  for (const text of ['', '.', '..', 'a.b.c', 'null']) expect(tokens.read(text)).toBeUndefined();
});

test('a csrftoken is valid only for its own session', () => {
  const csrf = createCsrf(secret);
  const [mine, other] = [randomUUID(), randomUUID()];
  const token = csrf.issue(mine);
  expect(csrf.fits(token, mine)).toBe(true);
  expect(csrf.fits(token, other)).toBe(false);
  expect(csrf.fits(`${token}x`, mine)).toBe(false);
  expect(createCsrf(randomBytes(32)).fits(token, mine)).toBe(false);
  // The two kinds of signature are not interchangeable.
  expect(createTokens(secret).read(`${mine}.${token}`)).toBeUndefined();
});
