import { type ReactNode, useState } from 'react';
import { type Day, dayOf, formatShortDay, weekdayNames, weekdayOf } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import type { WeeklySlot } from '#shared/weekly-slots.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { type Busy, busyHours, clashOf } from './busy-times.ts';
import { dayWords } from './time-blocks.ts';
import { commonStarts, trialDays, trialStarts } from './trial-times.ts';

/** A time that stands or is proposed: it is told, and not proposed once more. */
type PresentTime = { label: string; day: Day; start: string; end: string };
type OwnLesson = Busy & { name: string };

type LessonTimeOptions = {
  minutes: number;
  present: readonly PresentTime[];
  /** When both are usually free. */
  common?: readonly WeeklySlot[];
  /** What stands in the viewer's own calendar; undefined until it is read. */
  own: readonly OwnLesson[] | undefined;
  isTutor: boolean;
  /** Where a lesson was dragged to. */
  atFirst?: { day: Day; time: string } | undefined;
};

const daysAtFirst = 8;
const threeColumns = 'grid grid-cols-3 gap-2 lg:grid-cols-4';

const weekdayWords = (day: Day, locale: Locale) => {
  const name = weekdayNames[locale][weekdayOf(day) - 1];
  return locale === 'en' ? String(name) : `星期${name}`;
};

/** The day and the hour that are being chosen for a lesson. */
export function useLessonTime(options: LessonTimeOptions) {
  const { minutes, present, common = [], own, isTutor, atFirst } = options;
  const [now] = useState(Date.now);
  const days = trialDays(now, minutes);
  const presentDay = present[0]?.day ?? null;
  // Whoever moves a lesson sees first what is to be moved.
  const firstDay = atFirst?.day ?? presentDay;
  const [day, setDay] = useState<Day | null>(() => days.find((one) => one === firstDay) ?? null);
  const [time, setTime] = useState<string | null>(atFirst?.time ?? null);
  const startsOn = (one: Day) => trialStarts(one, now, minutes);
  const usualOn = (one: Day) => commonStarts(one, startsOn(one), common, minutes);
  const lessonsOf = (one: Day | null) => own?.filter(({ from }) => dayOf(from) === one) ?? [];
  const presentAt = (start: string) => present.find((one) => one.day === day && one.start === start);
  const clashAt = (start: string) => day && clashOf(day, start, minutes, lessonsOf(day));
  const starts = day ? startsOn(day) : [];
  // A family may have another child who learns at the same time.
  const isClosed = (start: string) => Boolean(presentAt(start)) || (isTutor && Boolean(clashAt(start)));
  return {
    ...{ days, day, setDay, time, setTime, present, isTutor, starts, firstDay, lessonsOf },
    usual: day ? usualOn(day) : [],
    isCommon: (one: Day) =>
      own !== undefined && usualOn(one).some((start) => !isTutor || !clashOf(one, start, minutes, own)),
    isClosed,
    noteAt: (start: string) => ({ present: presentAt(start)?.label, clashes: Boolean(clashAt(start)) }),
    /** Undefined until both are chosen and possible. */
    chosen: day && time && starts.includes(time) && !isClosed(time) ? { day, time } : undefined,
  };
}

type LessonTimeProps = { of: ReturnType<typeof useLessonTime>; onChange: () => void };

/** A day and an hour as cards; what usually suits both comes first. */
export function LessonTime({ of, onChange }: LessonTimeProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { days, day, time, present, firstDay, starts, usual, isTutor } = of;
  const [hasMore, setHasMore] = useState(firstDay !== null && days.indexOf(firstDay) >= daysAtFirst);
  const lessons = of.lessonsOf(day);
  const others = starts.filter((start) => !usual.includes(start));
  const choose =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      onChange();
      set(value);
    };
  const times = (legend: string, list: readonly string[]) =>
    list.length > 0 && (
      <RadioChoices
        legend={legend}
        layout={threeColumns}
        value={time}
        onChange={choose(of.setTime)}
        options={list.map((start) => {
          const { present: label, clashes } = of.noteAt(start);
          const note = label ?? (clashes ? t('trial.haveLesson') : undefined);
          return { id: start, name: start, ...(note && { note }), disabled: of.isClosed(start) };
        })}
      />
    );
  const noteOf = (one: Day): ReactNode => (
    <>
      <span className="block whitespace-nowrap">{weekdayWords(one, locale)}</span>
      {present
        .filter((at) => at.day === one)
        .map(({ label }) => (
          <span key={label} className="block whitespace-nowrap font-semibold text-ink">
            {label}
          </span>
        ))}
      {of.isCommon(one) && <span className="block whitespace-nowrap text-jade">{t('trial.commonDay')}</span>}
      {of.lessonsOf(one).length > 0 && (
        <span className="block whitespace-nowrap">
          {t(isTutor ? 'trial.dayLessons' : 'trial.dayLessonsFamily', { count: of.lessonsOf(one).length })}
        </span>
      )}
    </>
  );
  return (
    <div className="grid gap-5">
      {present.length > 0 && <PresentTimes times={present} />}
      <RadioChoices
        legend={t('trial.day')}
        layout={`${threeColumns} auto-rows-fr`}
        value={day}
        onChange={choose(of.setDay)}
        options={days.slice(0, hasMore ? undefined : daysAtFirst).map((one) => ({
          id: one,
          name: <span className="whitespace-nowrap">{formatShortDay(one, locale)}</span>,
          note: noteOf(one),
        }))}
      />
      {!hasMore && days.length > daysAtFirst && (
        <Button size="compact" className="-mt-3 justify-self-start" onClick={() => setHasMore(true)}>
          {t('trial.moreDays')}
        </Button>
      )}
      {lessons.length > 0 && <OwnLessons lessons={lessons} />}
      {times(t('trial.common'), usual)}
      {times(t(usual.length > 0 ? 'trial.allTimes' : 'trial.time'), others)}
    </div>
  );
}

function PresentTimes({ times }: { times: readonly PresentTime[] }) {
  const { locale } = useShell();
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-card bg-paper-2 px-4 py-3 text-sm">
      {times.map(({ label, day, start, end }) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="font-semibold">
            <span className="whitespace-nowrap">{dayWords(day, locale)}</span>{' '}
            <span className="whitespace-nowrap tabular-nums">
              {start}–{end}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What stands in the viewer's own calendar on the chosen day. */
function OwnLessons({ lessons }: { lessons: readonly OwnLesson[] }) {
  const t = useTranslate();
  return (
    <div className="rounded-card bg-paper-2 px-4 py-3 text-sm">
      <p className="text-ink-2">{t('trial.ownLessons')}</p>
      <ul>
        {lessons.map((one) => (
          <li key={`${one.class_id} ${one.from}`} className="break-words">
            <span className="whitespace-nowrap tabular-nums">{busyHours(one)}</span>{' '}
            {one.isKept ? t('trial.keptFor', { name: one.name }) : one.name}
          </li>
        ))}
      </ul>
    </div>
  );
}
