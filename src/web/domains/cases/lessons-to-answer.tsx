import { formatShortTime } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import type { Waiting } from '#shared/notices/waiting.ts';
import { tutorCalled } from '#shared/tutor-name.ts';
import type { ClassNames, ClassWords } from '#web/domains/classes/load-classes.ts';
import { namesIn } from '#web/domains/reference/named.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { Facts } from '#web/ui/facts.tsx';

/** Lessons that wait for this person's word, as text: they are part of the number at the link to this page. */
export function lessonsToAnswer(
  list: readonly Waiting[],
  names: ClassNames,
  { and, called }: ClassWords,
  locale: Locale,
) {
  return list.flatMap(({ kind, path, at, tutor_name, about }) =>
    (kind === 'lesson_to_confirm' || kind === 'lesson_disputed' || kind === 'plan_proposed') && about
      ? {
          kind,
          path,
          when: at ? formatShortTime(at, locale) : '',
          facts: [
            kind === 'plan_proposed' && at && formatShortTime(at, locale),
            tutor_name && tutorCalled(tutor_name, called),
            about.children.join(and),
            [
              namesIn(names.grades, about.grade).join(and),
              [
                ...namesIn(names.majors, about.major_subject),
                ...namesIn(names.others, about.other_subject),
              ].join(and),
            ]
              .filter(Boolean)
              .join(' '),
          ]
            .filter(Boolean)
            .join(' ・ '),
        }
      : [],
  );
}

type Props = { list: ReturnType<typeof lessonsToAnswer>; isFirst: boolean; hasTitle?: boolean };

const words = {
  lesson_to_confirm: ['tutoring.toConfirm', 'tutoring.confirm'],
  lesson_disputed: ['tutoring.disputed', 'tutoring.account'],
  plan_proposed: ['tutoring.planProposed', 'tutoring.seeProposal'],
} as const;

/** `isFirst`: nothing above waits for an answer. */
export function LessonsToAnswer({ list, isFirst, hasTitle = true }: Props) {
  const t = useTranslate();
  const { href } = useShell();
  if (list.length === 0) return null;
  return (
    <section className="grid gap-4">
      {hasTitle && <h2 className="text-xl">{t('tutoring.lessonsTitle')}</h2>}
      <ul className={cx('grid gap-4', (hasTitle || list.length > 1) && 'lg:grid-cols-2')}>
        {list.map(({ kind, path, when, facts }, at) => {
          const [title, button] = words[kind];
          return (
            <Card
              key={path}
              as="li"
              className="flex min-w-0 flex-wrap items-center justify-between gap-3 p-4"
            >
              <div className="min-w-0">
                <h3 className="break-words text-base">{t(title, { when })}</h3>
                <Facts of={facts} className="text-ink-2 text-sm" />
              </div>
              <ButtonLink variant={isFirst && at === 0 ? 'primary' : 'secondary'} to={href(path)}>
                {t(button)}
              </ButtonLink>
            </Card>
          );
        })}
      </ul>
    </section>
  );
}
