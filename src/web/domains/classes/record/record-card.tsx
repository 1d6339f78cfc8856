import { useState } from 'react';
import type { LessonOutcome } from '#shared/classes.ts';
import type { fewestLessons } from '#shared/reliability.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { whenWords } from '../format.ts';
import type { ClassOverview } from '../load-overview.ts';
import { NoteSheet } from './note-sheet.tsx';

type RecordCardProps = {
  record: NonNullable<ClassOverview['record']>;
  nameOf: (classId: number) => string;
  onChanged: () => Promise<unknown>;
};

// A copy of the contract's number, which would add zod to the bundle; the type keeps them equal.
const fewest: typeof fewestLessons = 5;
const toldAs = (count: number) => (count === 0 ? 'none' : count < fewest ? 'few' : 'text');

const metrics = ['kept', 'late', 'absent', 'cancelled_late'] as const;

/** The tutor's reliability, as families see it, with the possibility to appeal. */
export function RecordCard({ record: { reliability, list }, nameOf, onChanged }: RecordCardProps) {
  const t = useTranslate();
  const against = list.filter(({ outcome }) => outcome !== 'kept');
  return (
    <Card as="section" id="reliability" className="grid gap-3">
      <h2 className="text-lg">{t('classes.reliability.title')}</h2>
      <p className="text-ink-2 text-sm">
        {t(`classes.reliability.${toldAs(reliability.lessons_due)}`, { count: reliability.lessons_due })}
      </p>
      {reliability.lessons_due > 0 && (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
          {metrics.map((metric) => (
            <div key={metric} className="flex justify-between gap-2 border-line border-b py-1">
              <dt className="text-ink-2">{t(`classes.reliability.${metric}`)}</dt>
              <dd className="font-semibold">{reliability[metric]}</dd>
            </div>
          ))}
        </dl>
      )}
      {against.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm underline underline-offset-4">
            {t('classes.reliability.against', { count: against.length })}
          </summary>
          <ul className="grid">
            {against.map((outcome) => (
              <Outcome
                key={outcome.id}
                outcome={outcome}
                name={nameOf(outcome.class_id)}
                onChanged={onChanged}
              />
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

type OutcomeProps = { outcome: LessonOutcome; name: string; onChanged: RecordCardProps['onChanged'] };

/** One lesson that counts against the tutor, with the possibility to appeal. */
export function Outcome({ outcome: { id, planned_at, outcome, appeal }, name, onChanged }: OutcomeProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const [open, setOpen] = useState(false);
  if (outcome === 'kept') return null;
  const about = `${whenWords(planned_at, locale)} ${name}`;
  return (
    <li className="flex items-center justify-between gap-3 border-line border-t py-2 text-sm first:border-t-0">
      <div>
        <p>{about}</p>
        <p className="font-semibold">{t(`classes.reliability.${outcome}`)}</p>
      </div>
      {appeal === 'none' ? (
        <Button
          size="compact"
          className="shrink-0"
          aria-label={t('classes.appeal.named', { about })}
          onClick={() => setOpen(true)}
        >
          {t('classes.appeal.button')}
        </Button>
      ) : (
        <p className="shrink-0 text-ink-2 text-xs">{t(`classes.appeal.${appeal}`)}</p>
      )}
      <NoteSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('classes.appeal.title')}
        description={t('classes.appeal.text', { about })}
        label={t('classes.appeal.label')}
        sendLabel={t('classes.appeal.send')}
        maxLength={1000}
        draft={`appeal-${id}`}
        onSend={(api, note) =>
          api('PUT /api/users/reliability/{id}/appeal', { params: { id }, body: { note } })
        }
        doneWords={t('classes.appeal.done')}
        onChanged={onChanged}
      />
    </li>
  );
}
