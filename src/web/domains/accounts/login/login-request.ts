import { type LoginRequest, type RegistrationMethod, reasonOf } from '#web/ground/login.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';

const pathOf = ({ returnTo }: LoginRequest) => splitLocale(new URL(returnTo, location.origin).pathname).path;

/** Who most likely wants an account for this: a parent about a tutor, a tutor about a case. Both can be changed. */
export function likelyIdentity(request: LoginRequest): 1 | 2 | undefined {
  const reason = reasonOf(request);
  if (reason === 'saveTutor' || reason === 'invite' || reason === 'post' || reason === 'tutoring') return 1;
  if (reason === 'saveCase' || reason === 'apply' || reason === 'teach') return 2;
  const [, page] = pathOf(request).split('/');
  return page === 'tutors' || page === 'tutor' ? 1 : page === 'cases' || page === 'case' ? 2 : undefined;
}

export function methodOf(request: LoginRequest): RegistrationMethod {
  if (request.method) return request.method;
  const path = pathOf(request);
  if (path === '/') return 'home_register';
  if (path.startsWith('/my-tutoring') || path.startsWith('/me/case')) return 'case_register';
  return /^\/(more-tutor-case|tutors|cases)(\/|$)/.test(path) ? 'more_register' : 'popup_register';
}
