import { Fragment, useState } from 'react';
import { slotTaken } from '#shared/codes/numbers.ts';
import {
  clockOf,
  type Day,
  dayOf,
  formatShortDay,
  isoTimeAt,
  weekdayNames,
  weekdayOf,
} from '#shared/hong-kong.ts';
import type { Trial, TrialOfMatch } from '#shared/interest.ts';
import type { Locale } from '#shared/locale.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { type Busy, busyHours, clashOf, readBusy } from './busy-times.ts';
import { dayWords } from './time-blocks.ts';
import { commonStarts, trialDays, trialStarts } from './trial-times.ts';

type TrialSheetProps = {
  of: TrialOfMatch;
  trial: Trial;
  open: boolean;
  onClose: () => void;
  onSent: () => Promise<unknown>;
};

const daysAtFirst = 8;
const threeColumns = 'grid grid-cols-3 gap-2 lg:grid-cols-4';

const weekdayWords = (day: Day, locale: Locale) => {
  const name = weekdayNames[locale][weekdayOf(day) - 1];
  return locale === 'en' ? String(name) : `星期${name}`;
};

/** A day and an hour for the trial lesson; what usually suits both comes first. */
export default function TrialSheet({ of, trial, open, onClose, onSent }: TrialSheetProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { minutes } = trial;
  const isTutor = of.my_side === 'tutor';
  const { busy, problem, run, refuse, clear } = useAction({
    refresh: onSent,
    messages: { [slotTaken]: t(isTutor ? 'trial.takenMine' : 'trial.takenTheirs') },
  });
  const [now] = useState(Date.now);
  const days = trialDays(now, minutes);
  const present = presentTimes(trial);
  const presentDay = present[0]?.day ?? null;
  const [hasMore, setHasMore] = useState(
    () => presentDay !== null && days.indexOf(presentDay) >= daysAtFirst,
  );
  // Whoever moves a trial sees first what is to be moved.
  const [day, setDay] = useState<Day | null>(() => days.find((one) => one === presentDay) ?? null);
  const [time, setTime] = useState<string | null>(null);
  const common = useCommon(of, open);
  const starts = day ? trialStarts(day, now, minutes) : [];
  const usual = day ? commonStarts(day, starts, common, minutes) : [];
  const others = starts.filter((start) => !usual.includes(start));
  const own = useRemote({
    key: of.match_id,
    read: (api) => readBusy(api, of, locale),
    when: open,
  }).value;
  const lessonsOf = (one: Day | null) => own?.filter(({ from }) => dayOf(from) === one) ?? [];
  const lessons = lessonsOf(day);
  const clashAt = (start: string) => day && clashOf(day, start, minutes, lessons);
  // A family may have another child who learns at the same time.
  const presentAt = (start: string) => present.find((one) => one.day === day && one.start === start);
  const isClosed = (start: string) => Boolean(presentAt(start)) || (isTutor && Boolean(clashAt(start)));
  const noteAt = (start: string) =>
    presentAt(start)?.key ?? (clashAt(start) ? 'trial.haveLesson' : undefined);
  const timesOf = (list: readonly string[]) =>
    list.map((start) => {
      const note = noteAt(start);
      return { id: start, name: start, ...(note && { note: t(note) }), disabled: isClosed(start) };
    });
  // What was missing is no longer said once something is chosen.
  const choose =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      clear();
      set(value);
    };
  const isCommon = (one: Day) =>
    commonStarts(one, trialStarts(one, now, minutes), common, minutes).some(
      (start) => !isTutor || !clashOf(one, start, minutes, own ?? []),
    );
  const shownDays = days.slice(0, hasMore ? undefined : daysAtFirst);
  const send = async () => {
    if (!day || !time || !starts.includes(time) || isClosed(time)) return refuse(t('trial.chooseBoth'));
    const done = await run(
      (api) =>
        api('POST /api/users/matches/{id}/trial_proposal', {
          params: { id: of.match_id },
          body: {
            starts_at: isoTimeAt(day, time),
            ...(trial.proposal && { replaces: trial.proposal.id }),
          },
        }),
      t('trial.sent'),
    );
    if (!done) return;
    setTime(null);
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(trial.agreed && !trial.agreed.off ? 'trial.moveTitle' : 'trial.sheetTitle')}
      description={t('trial.sheetLead', { minutes })}
      footer={
        <div className="grid gap-2">
          <ProblemNotice>{problem}</ProblemNotice>
          <Button variant="primary" loading={busy} onClick={() => void send()}>
            {t('trial.send')}
          </Button>
        </div>
      }
    >
      <div className="grid gap-5">
        {present.length > 0 && (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-card bg-paper-2 px-4 py-3 text-sm">
            {present.map((one) => (
              <Fragment key={one.key}>
                <dt className="text-ink-2">{t(one.key)}</dt>
                <dd className="font-semibold">
                  <span className="whitespace-nowrap">{dayWords(one.day, locale)}</span>{' '}
                  <span className="whitespace-nowrap tabular-nums">
                    {one.start}–{one.end}
                  </span>
                </dd>
              </Fragment>
            ))}
          </dl>
        )}
        <RadioChoices
          legend={t('trial.day')}
          layout={`${threeColumns} auto-rows-fr`}
          value={day}
          onChange={choose(setDay)}
          options={shownDays.map((one) => ({
            id: one,
            name: <span className="whitespace-nowrap">{formatShortDay(one, locale)}</span>,
            note: (
              <>
                <span className="block whitespace-nowrap">{weekdayWords(one, locale)}</span>
                {present
                  .filter((time) => time.day === one)
                  .map(({ key }) => (
                    <span key={key} className="block whitespace-nowrap font-semibold text-ink">
                      {t(key)}
                    </span>
                  ))}
                {own && isCommon(one) && (
                  <span className="block whitespace-nowrap text-jade">{t('trial.commonDay')}</span>
                )}
                {lessonsOf(one).length > 0 && (
                  <span className="block whitespace-nowrap">
                    {t(isTutor ? 'trial.dayLessons' : 'trial.dayLessonsFamily', {
                      count: lessonsOf(one).length,
                    })}
                  </span>
                )}
              </>
            ),
          }))}
        />
        {!hasMore && days.length > daysAtFirst && (
          <Button size="compact" className="-mt-3 justify-self-start" onClick={() => setHasMore(true)}>
            {t('trial.moreDays')}
          </Button>
        )}
        {lessons.length > 0 && <OwnLessons lessons={lessons} />}
        {usual.length > 0 && (
          <RadioChoices
            legend={t('trial.common')}
            layout={threeColumns}
            value={time}
            onChange={choose(setTime)}
            options={timesOf(usual)}
          />
        )}
        {others.length > 0 && (
          <RadioChoices
            legend={t(usual.length > 0 ? 'trial.allTimes' : 'trial.time')}
            layout={threeColumns}
            value={time}
            onChange={choose(setTime)}
            options={timesOf(others)}
          />
        )}
      </div>
    </Sheet>
  );
}

/** The time that stands and the one that is proposed: neither is proposed once more. */
function presentTimes({ agreed, proposal }: Trial) {
  const told = [
    ['trial.present', agreed && !agreed.off ? agreed : null],
    ['trial.proposed', proposal],
  ] as const;
  return told.flatMap(([key, at]) =>
    at ? { key, day: dayOf(at.starts_at), start: clockOf(at.starts_at), end: clockOf(at.ends_at) } : [],
  );
}

/** What stands in the viewer's own calendar on the chosen day. */
function OwnLessons({ lessons }: { lessons: readonly (Busy & { name: string })[] }) {
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

/** The weekly times of the match, and those in which both are free. Without any, every hour is as good. */
function useCommon({ slots, case_id, listing_id }: TrialOfMatch, open: boolean) {
  const { value } = useRemote({
    key: `${case_id} ${listing_id}`,
    read: (api) => api('GET /api/users/interest_facts', { query: { case_id, listing_id: listing_id ?? 0 } }),
    when: open && listing_id !== null,
  });
  return [...slots, ...(value?.common ?? [])];
}
