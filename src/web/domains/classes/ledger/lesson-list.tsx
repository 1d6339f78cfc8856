import type { LessonState } from '#shared/classes.ts';
import { dayOf, monthOf } from '#shared/hong-kong.ts';
import { money } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { lengthWords, shortDay, span } from '../format.ts';
import { StateChip } from '../state-chip.tsx';
import { type LedgerQuery, lessonStates } from './ledger-query.ts';
import type { Ledger } from './load-ledger.ts';
import { monthBack, monthChoices, monthId, monthsUpTo } from './months.ts';

type LessonListProps = {
  query: LedgerQuery;
  ledger: Ledger;
  today: string;
  nameOf: (classId: number) => string;
  onQuery: (change: Partial<LedgerQuery>) => void;
};

/** Every lesson record, filtered by class, month and state. */
export function LessonList({ query, ledger, today, nameOf, onQuery }: LessonListProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const months = monthsUpTo(monthOf(today), query.month);
  const { lessons, total, pageSize } = ledger;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('classes.month')}>
          <Select
            value={query.month === null ? '' : monthId(query.month)}
            onChange={(event) => onQuery({ month: monthBack(event.target.value), page: 1 })}
            options={optionsHtml([{ id: '', name: t('classes.allMonths') }, ...monthChoices(months, locale)])}
          />
        </Field>
        <Field label={t('classes.stateLabel')}>
          <Select
            value={query.state === null ? '' : lessonStates.indexOf(query.state) + 1}
            onChange={(event) => onQuery({ state: stateFromId(event.target.value), page: 1 })}
            options={optionsHtml([
              { id: '', name: t('classes.allStates') },
              ...lessonStates.map((state, index) => ({ id: index + 1, name: t(`classes.state.${state}`) })),
            ])}
          />
        </Field>
      </div>
      {lessons.length === 0 ? (
        <p className="rounded-card border border-line bg-sheet px-4 py-6 text-center text-ink-2">
          {t('classes.noRecords')}
        </p>
      ) : (
        <ul aria-label={t('classes.records')} className="rounded-card border border-line bg-sheet">
          {lessons.map((lesson) => (
            <li
              key={lesson.id}
              className="flex items-center justify-between gap-3 border-line border-t px-4 py-2 first:border-t-0"
            >
              <div className="min-w-0">
                <PageLink
                  to={`/clock-in/${lesson.id}`}
                  className="inline-flex min-h-11 items-center font-semibold underline decoration-ink-2/50 underline-offset-4"
                >
                  {shortDay(dayOf(lesson.started_at), locale)} {span(lesson.started_at, lesson.ended_at)}
                </PageLink>
                <p className="-mt-1 pb-1 text-ink-2 text-sm">
                  {nameOf(lesson.class_id)}
                  {lesson.minutes !== null && ` ・ ${lengthWords(t, lesson.minutes)}`}
                  {lesson.amount !== null && ` ・ ${money(lesson.amount)}`}
                </p>
              </div>
              <span className="flex shrink-0 flex-wrap justify-end gap-1">
                {lesson.is_added && <Chip tone="amber">{t('classes.added')}</Chip>}
                <StateChip state={lesson.state} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {total > pageSize && (
        <nav aria-label={t('classes.pages')} className="flex flex-wrap justify-between gap-2">
          {query.page > 1 && (
            <Button onClick={() => onQuery({ page: query.page - 1 })}>{t('classes.newer')}</Button>
          )}
          {query.page * pageSize < total && (
            <Button className="ml-auto" onClick={() => onQuery({ page: query.page + 1 })}>
              {t('classes.older')}
            </Button>
          )}
        </nav>
      )}
    </div>
  );
}

const stateFromId = (id: string): LessonState | null => lessonStates[Number(id) - 1] ?? null;
