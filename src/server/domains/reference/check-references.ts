import { AppError, fieldProblem, type Translations } from '#server/ground/http/errors.ts';
import { defaultLocale, type Locale } from '#shared/locale.ts';
import type { ListName } from './lists.ts';
import type { Reference } from './reference.ts';

/** An id in a form, its reference list, and its field. */
export type NamedReference = { field: string; list: ListName | 'school'; id: number | null };

const chooseListed: Translations = {
  'zh-Hant': '請選擇列出的其中一項',
  en: 'Please choose one of the options listed',
};

/** Throws field errors for ids that are not in their list; null is allowed. */
export async function checkReferences(reference: Reference, named: NamedReference[], locale: Locale) {
  const problems: Record<string, Translations> = {};
  for (const { field, list, id } of named) {
    if (id !== null && !(await isListed(reference, list, id))) problems[field] = chooseListed;
  }
  if (Object.keys(problems).length > 0) throw fieldProblem(locale, problems);
}

async function isListed(reference: Reference, list: ListName | 'school', id: number) {
  if (list === 'school') return isSchool(reference, id);
  const items: { id: number }[] = await reference.lists[list](defaultLocale);
  return items.some((item) => item.id === id);
}

async function isSchool(reference: Reference, id: number) {
  try {
    await reference.school(id, defaultLocale);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'notFound') return false;
    throw error;
  }
}

/**
 * `named('grade', 'child_info.0.grade', 4)`, or one for each id of a list: `child_info.0.major_subject.1`.
 */
export function named(
  list: NamedReference['list'],
  field: string,
  given: number | null | number[],
): NamedReference[] {
  return Array.isArray(given)
    ? given.map((id, index) => ({ list, field: `${field}.${index}`, id }))
    : [{ list, field, id: given }];
}
