import { createContext, use } from 'react';
import type { registrationMethods } from '#shared/accounts.ts';
import type { AppSide } from './api/renewal.ts';
import type { Messages } from './i18n/i18n.ts';
import { splitLocale } from './routing/rules.ts';

export type RegistrationMethod = (typeof registrationMethods)[number];
export type TypedNumber = { areaCode: string; national: string };

/** A sentence under `login.for` in the translations. */
type LoginReason = keyof Messages['login']['for'];

/** What log-in is for on the pages that need it. */
const reasonsOfPages: readonly (readonly [path: string, reason: LoginReason])[] = [
  ['/my-tutoring', 'tutoring'],
  ['/message', 'messages'],
  ['/clock-in', 'lessons'],
  ['/me/case', 'post'],
  ['/me/tutor', 'teach'],
  ['/more-tutor-case', 'list'],
  ['/me', 'account'],
];

export function reasonOf({ reason, returnTo }: Pick<LoginRequest, 'reason' | 'returnTo'>) {
  if (reason) return reason;
  const { path } = splitLocale(new URL(returnTo, location.origin).pathname);
  return reasonsOfPages.find(([page]) => path === page || path.startsWith(`${page}/`))?.[1];
}

export type LoginRequest = {
  /** The address the visitor wanted to reach. */
  returnTo: string;
  /** How the visitor came to log in; by default it is derived from `returnTo`. */
  method?: RegistrationMethod | undefined;
  /** A number that has been typed already: the code is sent at once. */
  number?: TypedNumber | undefined;
  /** `ai`: the page needs the AI side, which has its own ways to log in. */
  side?: AppSide | undefined;
  /** What log-in is for, in the sheet's words; by default it follows from `returnTo`. */
  reason?: LoginReason | undefined;
  /** Called after login, to continue the action that needed it. */
  onDone?: (() => void) | undefined;
};

type Login = {
  /** Returns to the current page unless `returnTo` is set. */
  open: (request?: Partial<LoginRequest>) => void;
  /** Preloads the login sheet because the visitor is likely to open it soon. */
  expect: () => void;
};

/** The app's only login sheet; any page may open it. The shell provides it. */
export const LoginContext = createContext<Login>({ open: () => {}, expect: () => {} });
export const useLogin = () => use(LoginContext);
