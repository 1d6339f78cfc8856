import type { TypedNumber } from '#web/ground/login.ts';
import type { CodeSent } from './ask-for-code.ts';

export type SentCode = CodeSent & { to: TypedNumber; at: number };

/** The input of login and registration, stored in this tab until the account exists. */
export type LoginDraft = {
  /** The last code request, then its result: a reload must not cost another SMS. */
  asked?: SentCode | undefined;
  ticket?: string | undefined;
  areaCode?: string;
  mobile?: string;
  name?: string;
  gender?: 'U' | 'M' | 'F';
  identity?: 1 | 2;
};

const key = 'mingshi:login-draft';

export function readDraft(): LoginDraft {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

export const keepDraft = (change: LoginDraft) =>
  sessionStorage.setItem(key, JSON.stringify({ ...readDraft(), ...change }));

export const forgetDraft = () => sessionStorage.removeItem(key);
