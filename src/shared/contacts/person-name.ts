import { z } from 'zod';
import { plainText } from '../plain-text.ts';
import { findContacts } from './cover-contacts.ts';
import { signsOf } from './signs.ts';

export type NameProblem = 'digits' | 'contacts';

/** Why a name is refused: it has digits in any form but Chinese, which names may have, or contact details. */
export function nameProblem(name: string): NameProblem | undefined {
  if (/\d/.test(signsOf(name).text)) return 'digits';
  return findContacts(name).length > 0 ? 'contacts' : undefined;
}

const refusing = <Name extends z.ZodType<string>>(name: Name) =>
  name.check(({ value, issues }) => {
    const problem = nameProblem(value);
    if (problem) issues.push({ code: 'custom', input: value, params: { name: problem } });
  });

/** What a person is called by others: any text without digits and contact details. */
export const calledName = (maxLength: number) => refusing(plainText(maxLength).trim().min(1));
/** The name of an account, which the other side reads once both share their contacts. */
export const personName = refusing(
  z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[^\p{Cc}<>]*$/u),
);
