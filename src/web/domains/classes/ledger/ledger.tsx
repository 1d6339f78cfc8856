import { Suspense, useMemo, useState } from 'react';
import { type Day, dayOf, monthOf } from '#shared/hong-kong.ts';
import { money } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { Calendar } from '../calendar/calendar.tsx';
import { rowsOf } from '../calendar/calendar-days.ts';
import { DayAgenda } from '../calendar/day-agenda.tsx';
import { type DayItem, itemsByDay, mayMove, moveTo, sumsOf } from '../calendar/day-items.ts';
import { lengthWords } from '../format.ts';
import type { ClassView } from '../load-classes.ts';
import { PlanSheet } from '../plan/use-plan-sheet.tsx';
import { ledgerViews } from './ledger-query.ts';
import { LessonList } from './lesson-list.tsx';
import type { useLedger } from './use-ledger.ts';

type LedgerPartProps = {
  book: ReturnType<typeof useLedger>;
  classes: readonly ClassView[];
  now: number;
  nameOf: (classId: number) => string;
  onChanged: () => Promise<unknown>;
};

/** All planned and clocked-in lessons: as a calendar of a week or a month, or as a list. */
export function LedgerPart({ book, classes, now, nameOf, onChanged }: LedgerPartProps) {
  const t = useTranslate();
  const { query, ledger, reading, failed, isOld } = book;
  const { view, day } = query;
  /** A lesson that was dragged to another day: the sheet asks before anything is proposed. */
  const [dropped, setDropped] = useState<{ item: DayItem; to: Day; open: boolean }>();
  const cls = classes.find(({ id }) => id === dropped?.item.classId);
  const items = useMemo(() => itemsByDay(ledger.plans, ledger.lessons), [ledger]);
  const sums =
    view === 'list'
      ? { lessons: ledger.total, minutes: ledger.minutes, amount: ledger.amount }
      : sumsOf(ledger.lessons.filter(({ started_at }) => isShown(dayOf(started_at))));
  function isShown(one: string) {
    return view === 'month' ? monthOf(one) === monthOf(day) : rowsOf('week', day).flat().includes(one);
  }
  const totals = t(view === 'list' ? 'classes.listTotals' : 'classes.totals', {
    count: sums.lessons,
    length: lengthWords(t, sums.minutes),
    amount: money(sums.amount),
  });
  return (
    <section aria-labelledby="ledger-title" className="grid gap-3">
      <h2 id="ledger-title" className="text-xl">
        {t('classes.ledger')}
      </h2>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {/* biome-ignore lint/a11y/useSemanticElements: three buttons that choose a view, not a form field */}
        <div
          role="group"
          aria-label={t('classes.views')}
          className="flex rounded-card border border-line bg-sheet p-0.5"
        >
          {ledgerViews.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === view}
              onClick={() => book.change({ view: one, page: 1 })}
              className="min-h-11 min-w-16 cursor-pointer rounded-card px-4 text-ink-2 text-sm aria-pressed:bg-paper-2 aria-pressed:font-bold aria-pressed:text-ink"
            >
              {t(`classes.view.${one}`)}
            </button>
          ))}
        </div>
        {classes.length > 1 && (
          <Field label={t('classes.which')} className="min-w-40 grow lg:grow-0">
            <Select
              value={query.classId ?? ''}
              onChange={(event) => book.change({ classId: Number(event.target.value) || null, page: 1 })}
              options={optionsHtml([{ id: '', name: t('classes.allClasses') }, ...classes])}
            />
          </Field>
        )}
      </div>
      {failed && isOld ? (
        <ErrorState drawing={null} level={3} onRetry={book.refresh} className="py-6" />
      ) : view === 'list' ? (
        <div aria-busy={reading} className={isOld ? 'opacity-60' : ''}>
          <LessonList
            query={query}
            ledger={ledger}
            today={dayOf(now)}
            nameOf={nameOf}
            onQuery={book.change}
          />
        </div>
      ) : (
        <>
          <Calendar
            view={view}
            day={day}
            today={dayOf(now)}
            items={items}
            nameOf={nameOf}
            labelOf={(classId) => classes.find(({ id }) => id === classId)?.label ?? ''}
            busy={reading}
            onDay={(next) => book.change({ day: next })}
            canDrag={(item) => mayMove(item, classes, now)}
            onDrop={(item, to) => setDropped({ item, to, open: true })}
          />
          <DayAgenda
            day={day}
            items={items.get(day) ?? []}
            now={now}
            classes={query.classId === null ? classes : classes.filter(({ id }) => id === query.classId)}
            onChanged={onChanged}
          />
        </>
      )}
      {dropped?.item.plan && cls && (
        <Suspense>
          <PlanSheet
            key={`${dropped.item.startsAt} ${dropped.to}`}
            cls={cls}
            ask={moveTo(dropped.item.plan, dropped.to)}
            open={dropped.open}
            onClose={() => setDropped({ ...dropped, open: false })}
            onChanged={onChanged}
          />
        </Suspense>
      )}
      <p className="text-sm" role="status">
        {isOld ? t('ui.loading') : totals}
      </p>
    </section>
  );
}
