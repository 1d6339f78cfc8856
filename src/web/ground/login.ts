import { createContext, use } from 'react';
import type { registrationMethods } from '#shared/accounts.ts';
import type { Face } from './api/renewal.ts';

export type RegistrationMethod = (typeof registrationMethods)[number];
export type TypedNumber = { areaCode: string; national: string };

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

type Login = {
  /** Back to where they are, unless told where else. */
  open: (request?: Partial<LoginRequest>) => void;
  /** Somebody is about to log in: what that needs is fetched ahead. */
  expect: () => void;
};

/** The one log-in sheet of the app, which any page may open. The shell provides it. */
export const LoginContext = createContext<Login>({ open: () => {}, expect: () => {} });
export const useLogin = () => use(LoginContext);
