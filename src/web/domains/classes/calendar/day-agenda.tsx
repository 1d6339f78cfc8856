import { useState } from 'react';
import { type Day, formatLongDay } from '#shared/hong-kong.ts';
import { money } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { lengthWords, span, whenWords } from '../format.ts';
import { CancelSheet, MoveSheet, noticeMs } from '../plan-sheets.tsx';
import { StateChip } from '../state-chip.tsx';
import type { DayItem } from './day-items.ts';

type DayAgendaProps = {
  day: Day;
  items: readonly DayItem[];
  now: number;
  nameOf: (classId: number) => string;
  onChanged: () => Promise<unknown>;
};

/** The lessons of one day, with actions for those still to come. */
export function DayAgenda({ day, items, now, nameOf, onChanged }: DayAgendaProps) {
  const t = useTranslate();
  const { locale } = useShell();
  return (
    <section aria-labelledby="agenda-title" className="rounded-card border border-line bg-sheet">
      <h3 id="agenda-title" className="px-4 pt-3 text-base">
        {formatLongDay(day, locale)}
      </h3>
      {items.length === 0 ? (
        <p className="px-4 pt-1 pb-4 text-ink-2 text-sm">{t('classes.noLessons')}</p>
      ) : (
        <ul>
          {items.map((item) => (
            <AgendaItem
              key={`${item.classId} ${item.startsAt}`}
              item={item}
              now={now}
              name={nameOf(item.classId)}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type ItemProps = { item: DayItem; now: number; name: string; onChanged: DayAgendaProps['onChanged'] };

function AgendaItem({ item, now, name, onChanged }: ItemProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { lesson, plan, state, startsAt, endsAt } = item;
  const times = span(startsAt, endsAt);
  return (
    <li className="grid gap-1 border-line border-t px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {lesson ? (
          <PageLink
            to={`/clock-in/${lesson.id}`}
            className="inline-flex min-h-11 items-center font-semibold underline decoration-ink-2/50 underline-offset-4"
          >
            {times} {name}
          </PageLink>
        ) : (
          <p className="font-semibold">
            {times} {name}
          </p>
        )}
        <StateChip state={state} />
      </div>
      {lesson?.minutes != null && lesson.amount !== null && (
        <p className="text-ink-2 text-sm">
          {lengthWords(t, lesson.minutes)} ・ {money(lesson.amount)}
        </p>
      )}
      {plan && state === 'moved' && (
        <p className="text-ink-2 text-sm">
          {t('classes.movedFrom', { when: whenWords(plan.planned_at, locale) })}
        </p>
      )}
      {plan?.by_platform && <p className="text-ink-2 text-sm">{t('classes.byPlatform')}</p>}
      {plan?.by_weather && <p className="text-ink-2 text-sm">{t('classes.byWeather')}</p>}
      {plan?.cancelled_by && !plan.by_weather && (
        <p className="text-ink-2 text-sm">{t(`classes.cancelledBy.${plan.cancelled_by}`)}</p>
      )}
      {plan?.is_trial && (
        <p className="text-sm">
          {t('classes.trialLesson')}{' '}
          {state === 'planned' && (
            <PageLink
              to="/my-tutoring"
              className="inline-flex min-h-11 items-center underline decoration-ink-2/50 underline-offset-4"
            >
              {t('classes.trialChange')}
            </PageLink>
          )}
        </p>
      )}
      {plan && !plan.is_trial && (state === 'planned' || state === 'moved') && (
        <PlanActions plan={plan} now={now} name={name} onChanged={onChanged} />
      )}
    </li>
  );
}

type PlanProps = Omit<ItemProps, 'item'> & { plan: NonNullable<DayItem['plan']> };

function PlanActions({ plan, now, name, onChanged }: PlanProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const [sheet, setSheet] = useState<'move' | 'cancel'>();
  const startsIn = Date.parse(plan.starts_at) - now;
  if (startsIn <= 0) return null;
  const about = `${whenWords(plan.starts_at, locale)} ${name}`;
  const shared = { plan, name, onClose: () => setSheet(undefined), onChanged };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {startsIn >= noticeMs ? (
        <Button
          size="compact"
          aria-label={t('classes.move.named', { about })}
          onClick={() => setSheet('move')}
        >
          {t('classes.move.button')}
        </Button>
      ) : (
        <p className="text-ink-2 text-xs">{t('classes.move.tooLate')}</p>
      )}
      <Button
        size="compact"
        aria-label={t('classes.cancel.named', { about })}
        onClick={() => setSheet('cancel')}
      >
        {t('classes.cancel.button')}
      </Button>
      <MoveSheet {...shared} open={sheet === 'move'} />
      <CancelSheet {...shared} open={sheet === 'cancel'} />
    </div>
  );
}
