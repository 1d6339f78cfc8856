import { slotTaken } from '#shared/codes/numbers.ts';
import { clockOf, dayOf, isoTimeAt } from '#shared/hong-kong.ts';
import type { Trial, TrialOfMatch } from '#shared/interest.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { readBusy } from './busy-times.ts';
import { LessonTime, useLessonTime } from './lesson-time.tsx';

type TrialSheetProps = {
  of: TrialOfMatch;
  trial: Trial;
  open: boolean;
  onClose: () => void;
  onSent: () => Promise<unknown>;
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
  const own = useRemote({
    key: of.match_id,
    read: (api) => readBusy(api, of, locale),
    when: open,
  }).value;
  const present = presentTimes(trial).map(({ key, ...at }) => ({ ...at, label: t(key) }));
  const time = useLessonTime({ minutes, present, common: useCommon(of, open), own, isTutor });
  const send = async () => {
    const { chosen } = time;
    if (!chosen) return refuse(t('trial.chooseBoth'));
    const done = await run(
      (api) =>
        api('POST /api/users/matches/{id}/trial_proposal', {
          params: { id: of.match_id },
          body: {
            starts_at: isoTimeAt(chosen.day, chosen.time),
            ...(trial.proposal && { replaces: trial.proposal.id }),
          },
        }),
      t('trial.sent'),
    );
    if (!done) return;
    time.setTime(null);
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
      {/* What was missing is no longer said once something is chosen. */}
      <LessonTime of={time} onChange={clear} />
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

/** The weekly times of the match, and those in which both are free. Without any, every hour is as good. */
function useCommon({ slots, case_id, listing_id }: TrialOfMatch, open: boolean) {
  const { value } = useRemote({
    key: `${case_id} ${listing_id}`,
    read: (api) => api('GET /api/users/interest_facts', { query: { case_id, listing_id: listing_id ?? 0 } }),
    when: open && listing_id !== null,
  });
  return [...slots, ...(value?.common ?? [])];
}
