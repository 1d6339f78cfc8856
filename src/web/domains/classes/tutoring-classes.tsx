import { HaltChip, HaltNote } from '#web/domains/accounts/halt.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { ClassView } from './load-classes.ts';

type TutoringClassesProps = { list: readonly (ClassView & { isOpen: boolean })[] };

/** The current classes of both identities, with links to their records. */
export function TutoringClasses({ list }: TutoringClassesProps) {
  const t = useTranslate();
  const { href } = useShell();
  if (list.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t('tutoring.classes')}</h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {list.map((cls) => {
          const canClockIn = cls.asTutor && !cls.halt;
          const action = t(canClockIn ? 'tutoring.toClockIn' : 'tutoring.toRecords');
          return (
            <Card as="li" key={cls.id} className="grid content-start gap-2">
              <div className="flex items-start justify-between gap-3">
                <h3 className="text-base">{cls.name}</h3>
                {cls.halt && <HaltChip halt={cls.halt} className="shrink-0" />}
                {cls.isOpen && !cls.halt && (
                  <Chip tone="seal" className="shrink-0">
                    {t('tutoring.classLesson')}
                  </Chip>
                )}
              </div>
              {cls.halt && <HaltNote halt={cls.halt} />}
              <p className="text-sm">{cls.times || t('tutoring.classTimesOpen')}</p>
              <p className="text-ink-2 text-sm">
                {t('tutoring.classTotals', {
                  count: cls.totals.lessons,
                  hours: Math.round(cls.totals.minutes / 6) / 10,
                })}
              </p>
              <div>
                <ButtonLink
                  variant={canClockIn ? 'primary' : 'secondary'}
                  to={href(`/clock-in?class=${cls.id}`)}
                  aria-label={t('tutoring.toClassNamed', { action, name: cls.name })}
                >
                  {action}
                </ButtonLink>
              </div>
            </Card>
          );
        })}
      </ul>
    </section>
  );
}
