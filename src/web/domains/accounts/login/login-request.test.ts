import { beforeEach, expect, test, vi } from 'vitest';
import { likelyIdentity } from './login-request.ts';

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://mingshi.example' });
  return () => vi.unstubAllGlobals();
});

const [parent, tutor] = [1, 2];

test.each([
  [{ returnTo: '/tutors?grade=3', reason: 'saveTutor' }, parent],
  [{ returnTo: '/cases', reason: 'saveCase' }, tutor],
  [{ returnTo: '/tutor/7', reason: 'invite' }, parent],
  [{ returnTo: '/case/7', reason: 'apply' }, tutor],
  [{ returnTo: '/en/tutors/sha-tin/mathematics' }, parent],
  [{ returnTo: '/en/cases' }, tutor],
  [{ returnTo: '/me/case/new' }, parent],
  [{ returnTo: '/me/tutor' }, tutor],
  [{ returnTo: '/' }, undefined],
  [{ returnTo: '/more-tutor-case' }, undefined],
] as const)('a new account that is wanted for %j is most likely that of %s', (request, identity) => {
  expect(likelyIdentity(request)).toBe(identity);
});
