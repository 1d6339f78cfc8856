import type { Lesson } from '#shared/classes.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { whenWords } from './words.ts';

type DisputedLessonsProps = { lessons: readonly Lesson[]; nameOf: (classId: number) => string };

/** What the two sides do not agree on, each with the way to its page, where both accounts stand. */
export function DisputedLessons({ lessons, nameOf }: DisputedLessonsProps) {
  const t = useWords();
  const { locale } = useShell();
  if (lessons.length === 0) return null;
  return (
    <Notice>
      <h2 className="text-base">{t('classes.disputedTitle', { count: lessons.length })}</h2>
      <ul className="-mb-2">
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <PageLink
              to={`/clock-in/${lesson.id}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {whenWords(lesson.started_at, locale)} {nameOf(lesson.class_id)}
            </PageLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
