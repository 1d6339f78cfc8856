import type { PlannedLesson } from '#shared/classes.ts';
import { dayOf } from '#web/ground/i18n/days.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { dayAt } from './calendar/calendar-days.ts';
import { StateChip } from './state-chip.tsx';
import { shortDay, span } from './words.ts';

type TodayListProps = { plans: readonly PlannedLesson[]; now: number; nameOf: (classId: number) => string };

const mostAhead = 3;

/** The lessons of today, and the next ones of the days after. */
export function TodayList({ plans, now, nameOf }: TodayListProps) {
  const t = useWords();
  const { locale } = useShell();
  const today = dayAt(now);
  const ofToday = plans.filter(({ starts_at }) => dayOf(starts_at) === today);
  const ahead = plans
    .filter(({ starts_at, state }) => dayOf(starts_at) > today && state !== 'cancelled')
    .slice(0, mostAhead);
  const line = (plan: PlannedLesson, day: string) => (
    <li
      key={`${plan.class_id} ${plan.planned_at}`}
      className="flex items-center justify-between gap-3 border-line border-t px-4 py-2.5 first:border-t-0"
    >
      <span>
        {day} {span(plan.starts_at, plan.ends_at)} {nameOf(plan.class_id)}
      </span>
      <StateChip state={plan.state} />
    </li>
  );
  return (
    <section aria-labelledby="today-title" className="grid gap-3">
      <h2 id="today-title" className="text-xl">
        {t('classes.todays')}
      </h2>
      <ul className="rounded-card border border-line bg-sheet text-sm">
        {ofToday.length === 0 && <li className="px-4 py-2.5 text-ink-2">{t('classes.nothingToday')}</li>}
        {ofToday.map((plan) => line(plan, t('classes.today')))}
        {ahead.map((plan) => line(plan, shortDay(dayOf(plan.starts_at), locale)))}
      </ul>
    </section>
  );
}
