import type { registrationMethods } from '#shared/accounts.ts';
import type { Face } from '#web/ground/api/renewal.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import type { TypedNumber } from './phone-number.ts';

export type RegistrationMethod = (typeof registrationMethods)[number];

export type LoginRequest = {
  /** Where the visitor was going. */
  returnTo: string;
  /** By which door; without it, told by where they were going. */
  method?: RegistrationMethod | undefined;
  /** A number typed already: the code is sent at once. */
  number?: TypedNumber | undefined;
  /** `ai`: the page asks for the AI side, which has ways of its own. */
  side?: Face | undefined;
  /** What logging in has held up: it goes on when the visitor is back. */
  onDone?: (() => void) | undefined;
};

export function methodOf({ method, returnTo }: LoginRequest): RegistrationMethod {
  if (method) return method;
  const { path } = splitLocale(new URL(returnTo, location.origin).pathname);
  if (path.startsWith('/my-tutoring') || path.startsWith('/me/case')) return 'case_register';
  return path.startsWith('/more-tutor-case') ? 'more_register' : 'popup_register';
}
