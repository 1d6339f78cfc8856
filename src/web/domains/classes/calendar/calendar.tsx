import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  clockOf,
  type Day,
  dayOf,
  formatLongDay,
  formatMonth,
  monthOf,
  weekdayNames,
} from '#shared/hong-kong.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { shortDay } from '../format.ts';
import { type CalendarView, dayByKey, rowsOf } from './calendar-days.ts';
import type { DayItem, DayState } from './day-items.ts';

type CalendarProps = {
  view: CalendarView;
  day: Day;
  today: Day;
  items: ReadonlyMap<Day, DayItem[]>;
  nameOf: (classId: number) => string;
  /** What stands in a cell: the child, or the subject. */
  labelOf: (classId: number) => string;
  busy: boolean;
  onDay: (day: Day) => void;
  /** Whether a lesson may be dragged to another day; on a phone and by keyboard the day's list has the same. */
  canDrag: (item: DayItem) => boolean;
  onDrop: (item: DayItem, day: Day) => void;
};

/** A grid of days (ARIA grid): one tab stop; arrow keys, Home, End and page keys move within it. */
export function Calendar(props: CalendarProps) {
  const { view, day, today, items, nameOf, labelOf, busy, onDay, canDrag, onDrop } = props;
  const t = useTranslate();
  const { locale } = useShell();
  const grid = useRef<HTMLTableElement>(null);
  const movedByKey = useRef(false);
  const [dragged, setDragged] = useState<DayItem>();
  const [over, setOver] = useState<Day>();
  const rows = rowsOf(view, day);
  const title =
    view === 'month'
      ? formatMonth(monthOf(day), locale)
      : t('classes.weekOf', { day: shortDay(rows[0]?.[0] ?? day, locale) });

  useEffect(() => {
    if (movedByKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
    movedByKey.current = false;
  }, [day]);
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dayByKey(event.key, day, view);
    if (!next) return;
    event.preventDefault();
    movedByKey.current = true;
    onDay(next);
  };
  const turn = (key: 'PageUp' | 'PageDown') => onDay(dayByKey(key, day, view) ?? day);

  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <h3 aria-live="polite" className="grow text-lg">
          {title}
        </h3>
        {today !== day && (
          <Button size="compact" variant="quiet" onClick={() => onDay(today)}>
            {t('classes.today')}
          </Button>
        )}
        <Button size="compact" aria-label={t(`classes.before.${view}`)} onClick={() => turn('PageUp')}>
          <ChevronLeft className="size-5" />
        </Button>
        <Button size="compact" aria-label={t(`classes.after.${view}`)} onClick={() => turn('PageDown')}>
          <ChevronRight className="size-5" />
        </Button>
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with arrow key navigation is a grid
        role="grid"
        aria-label={title}
        aria-busy={busy}
        className="w-full table-fixed border-separate border-spacing-1"
      >
        <thead>
          <tr>
            {weekdayNames[locale].map((name) => (
              <th key={name} scope="col" className="font-normal text-ink-2 text-xs">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid a td is a gridcell
                <td
                  key={one}
                  aria-selected={one === day}
                  className={cx(
                    'p-0 align-top',
                    over === one && 'rounded-card outline-2 outline-seal outline-dashed',
                  )}
                  onDragOver={(event) => {
                    if (!dragged || one < today) return;
                    event.preventDefault();
                    setOver(one);
                  }}
                  onDrop={(event) => {
                    event.preventDefault();
                    if (dragged && dayOf(dragged.startsAt) !== one) onDrop(dragged, one);
                  }}
                >
                  <button
                    type="button"
                    data-day={one}
                    tabIndex={one === day ? 0 : -1}
                    aria-current={one === today ? 'date' : undefined}
                    onClick={() => onDay(one)}
                    onKeyDown={move}
                    className={cx(
                      'grid w-full cursor-pointer content-start justify-items-center gap-0.5 rounded-card border px-0.5 py-1 text-sm transition-colors lg:justify-items-stretch lg:px-1.5',
                      view === 'week' ? 'min-h-14 lg:min-h-28' : 'min-h-12 lg:min-h-20',
                      one === day ? 'border-seal bg-seal-soft' : 'border-line bg-sheet hover:border-ink/40',
                    )}
                  >
                    {/* The visible text is short; screen readers get the full text. */}
                    <span className="sr-only">{wordsOf(one)}</span>
                    <span
                      aria-hidden
                      className={cx(
                        'justify-self-center rounded-full px-1.5 lg:justify-self-start',
                        view === 'month' && monthOf(one) !== monthOf(day) && 'text-ink-2',
                        one === today && 'bg-ink font-bold text-paper',
                      )}
                    >
                      {Number(one.slice(8))}
                    </span>
                    <DayMarks
                      items={items.get(one) ?? []}
                      limit={view === 'week' ? 4 : 2}
                      labelOf={labelOf}
                      canDrag={canDrag}
                      onDragged={(item) => {
                        setDragged(item);
                        setOver(undefined);
                      }}
                    />
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

  function wordsOf(one: Day) {
    const dayItems = items.get(one) ?? [];
    const lessonTexts = dayItems.map(({ startsAt, classId, state }) =>
      [clockOf(startsAt), nameOf(classId), t(`classes.state.${state}`)].join(' '),
    );
    return [
      formatLongDay(one, locale),
      ...(one === today ? [t('classes.today')] : []),
      lessonTexts.length === 0 ? t('classes.noLessons') : lessonTexts.join(t('classes.and')),
    ].join(t('classes.comma'));
  }
}

/**
 * A filled dot for clocked-in lessons, a ring for planned ones, a line for cancelled ones: not distinguished
 * by colour alone.
 */
const marks: Record<DayState, string> = {
  open: 'border-seal bg-seal',
  disputed: 'border-seal bg-seal',
  awaiting: 'border-amber bg-amber',
  confirmed: 'border-jade bg-jade',
  taught: 'border-jade bg-jade',
  planned: 'border-ink-2',
  moved: 'border-amber',
  missed: 'border-amber',
  cancelled: 'h-0! border-ink-2',
  void: 'h-0! border-ink-2',
};

type DayMarksProps = Pick<CalendarProps, 'labelOf' | 'canDrag'> & {
  items: readonly DayItem[];
  limit: number;
  /** Undefined when it was let go. */
  onDragged: (item: DayItem | undefined) => void;
};

function DayMarks({ items, limit, labelOf, canDrag, onDragged }: DayMarksProps) {
  if (items.length === 0) return null;
  return (
    <>
      <span aria-hidden className="flex min-h-2 items-center gap-0.5 lg:hidden">
        {items.slice(0, 3).map(({ classId, startsAt, state }) => (
          <span
            key={`${classId} ${startsAt}`}
            className={cx('size-2 shrink-0 rounded-full border', marks[state])}
          />
        ))}
        {items.length > 3 && <span className="text-xs">+</span>}
      </span>
      <span aria-hidden className="hidden gap-0.5 lg:grid">
        {items.slice(0, limit).map((item) => {
          const { classId, startsAt, state } = item;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the day's list moves it by keyboard
            <span
              key={`${classId} ${startsAt}`}
              draggable={canDrag(item)}
              onDragStart={(event) => {
                // Firefox drags nothing that has no data.
                event.dataTransfer.setData('text/plain', labelOf(classId));
                event.dataTransfer.effectAllowed = 'move';
                onDragged(item);
              }}
              onDragEnd={() => onDragged(undefined)}
              className={cx(
                canDrag(item) && 'cursor-grab',
                'grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-1 text-left text-xs leading-tight',
                (state === 'cancelled' || state === 'void') && 'line-through',
              )}
            >
              <span className={cx('size-2 shrink-0 rounded-full border', marks[state])} />
              <span className="line-clamp-2 break-words font-semibold">{labelOf(classId)}</span>
              <span className="col-start-2 whitespace-nowrap text-ink-2 tabular-nums">
                {clockOf(startsAt)}
              </span>
            </span>
          );
        })}
        {items.length > limit && (
          <span className="text-left text-ink-2 text-xs">+{items.length - limit}</span>
        )}
      </span>
    </>
  );
}
