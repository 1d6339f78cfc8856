import type { z } from 'zod';
import { fieldErrors } from '#shared/field-errors.ts';
import type { Locale } from '#shared/locale.ts';

/** field → what is wrong with it. */
export type Errors = Record<string, string>;
export type Check<Values> = (values: Values) => Errors;

type CheckOptions<Values> = {
  locale: Locale;
  /** What is sent for these values; what is not filled in is undefined. */
  body: (values: Values) => unknown;
  /** The contract's steps. Each is checked for itself: one that is not filled in yet hides nothing of another. */
  schemas: () => Promise<readonly z.ZodType[]>;
  /** Words for a rule between fields, of which the contract says only that it is not met. */
  wordsFor?: (field: string) => string | undefined;
};

/** The contract's own rules, fetched when the form is there. */
export async function loadCheck<Values>(options: CheckOptions<Values>): Promise<Check<Values>> {
  // First: zod would try, as soon as there is a schema, whether it may make code from text, which the page's policy reports.
  await import('./zod-settings.ts');
  const schemas = await options.schemas();
  return (values) => {
    const body = options.body(values);
    const errors: Errors = {};
    for (const schema of schemas) {
      const { error } = schema.safeParse(body, { reportInput: true });
      if (!error) continue;
      for (const issue of error.issues) {
        const words = issue.code === 'custom' ? options.wordsFor?.(issue.path.join('.')) : undefined;
        if (words) errors[issue.path.join('.')] ??= words;
      }
      for (const [field, message] of Object.entries(fieldErrors(error.issues, options.locale)))
        errors[field] ??= message;
    }
    return errors;
  };
}

/** The id of the control of a field such as child_info.0.grade. */
export const fieldId = (path: string) => `field-${path.replaceAll('.', '-')}`;

/** A field, then what it is part of: a.0.b, a.0, a. */
export function withParents(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

/** Whether one of them is, or is part of, the other. */
export const touches = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

/** The first message of a field or of anything inside it. */
export function messageAt(errors: Record<string, string>, path: string): string | undefined {
  return Object.entries(errors).find(([field]) => field === path || field.startsWith(`${path}.`))?.[1];
}
