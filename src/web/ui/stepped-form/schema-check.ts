import type { z } from 'zod';
import { fieldErrors } from '#shared/field-errors.ts';
import type { Locale } from '#shared/locale.ts';

/** The error message of each field. */
export type Errors = Record<string, string>;
export type Check<Values> = (values: Values) => Errors;

type CheckOptions<Values> = {
  locale: Locale;
  /** The request body for these values; empty fields are undefined. */
  body: (values: Values) => unknown;
  /**
   * The schemas of the steps, checked separately, so that an incomplete step does not hide the errors of
   * another.
   */
  schemas: () => Promise<readonly z.ZodType[]>;
  /** The message for a rule between fields, for which the schema has none. */
  wordsFor?: (field: string) => string | undefined;
};

/** Loads the API contract's own validation rules, once the form is shown. */
export async function loadCheck<Values>(options: CheckOptions<Values>): Promise<Check<Values>> {
  // First: otherwise zod would test on its first schema whether eval is allowed, which the page's CSP
  // reports.
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

/** A field and its parents: a.0.b, a.0, a. */
export function withParents(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

/** Whether one path equals or contains the other. */
export const touches = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

/** The first message of a field or of anything inside it. */
export function messageAt(errors: Record<string, string>, path: string): string | undefined {
  return Object.entries(errors).find(([field]) => field === path || field.startsWith(`${path}.`))?.[1];
}
