import type { Reference } from '#server/domains/reference/reference.ts';
import type { Db } from '#server/ground/db/db.ts';
import type { Locale } from '#shared/locale.ts';
import { readStatement } from './statement.ts';
import type { Sheet } from './statement-page.ts';
import { readClass } from './views.ts';

type Asked = { userId: number; classId: number; month: string; locale: Locale };

/** What a statement on paper says beside its lines: whose class it is, as both sides may know. */
export async function readSheet(
  db: Db,
  { lists }: Reference,
  { userId, classId, month, locale }: Asked,
): Promise<Omit<Sheet, 'isSample'>> {
  const statement = await readStatement(db, userId, classId, month);
  const { tutor, grade, major_subject, other_subject } = await readClass(db, userId, classId);
  const [grades, majors, others] = await Promise.all([
    lists.grade(locale),
    lists.major_subject(locale),
    lists.other_subject(locale),
  ]);
  const named = (list: readonly { id: number; name: string }[], ids: readonly number[]) =>
    ids.flatMap((id) => list.find((one) => one.id === id)?.name ?? []);
  const between = locale === 'en' ? ', ' : '、';
  return {
    statement,
    locale,
    tutor: tutor.display_name,
    grades: named(grades, grade).join(between),
    subjects: [...named(majors, major_subject), ...named(others, other_subject)].join(between),
    madeAt: new Date().toISOString(),
  };
}
