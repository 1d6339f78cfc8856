import type { LoginRequest, RegistrationMethod } from '#web/ground/login.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';

export function methodOf({ method, returnTo }: LoginRequest): RegistrationMethod {
  if (method) return method;
  const { path } = splitLocale(new URL(returnTo, location.origin).pathname);
  if (path === '/') return 'home_register';
  if (path.startsWith('/my-tutoring') || path.startsWith('/me/case')) return 'case_register';
  return /^\/(more-tutor-case|tutors|cases)(\/|$)/.test(path) ? 'more_register' : 'popup_register';
}
