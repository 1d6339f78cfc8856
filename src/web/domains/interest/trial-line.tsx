import { Suspense, useState } from 'react';
import { clockOf, dayOf } from '#shared/hong-kong.ts';
import type { Trial, TrialOfMatch } from '#shared/interest.ts';
import type { Locale } from '#shared/locale.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';
import { dayWords } from './time-blocks.ts';
import { useTrialActs } from './use-trial-acts.ts';

const TrialSheet = lazyPart(() => import('./trial-sheet.tsx'));

/** How the trial stands, for one line: the time there is, and a word about it. */
export function trialLine({ my_side }: TrialOfMatch, trial: Trial, locale: Locale) {
  const { agreed, proposal, may_decide } = trial;
  const at = proposal ?? agreed;
  const time = at && {
    day: dayWords(dayOf(at.starts_at), locale),
    hours: `${clockOf(at.starts_at)}–${clockOf(at.ends_at)}`,
  };
  if (may_decide)
    return { time: null, key: my_side === 'family' ? 'trial.over' : 'trial.line.tutorWaits' } as const;
  if (proposal) {
    if (agreed && !agreed.off) return { time, key: 'trial.line.moved' } as const;
    return { time, key: proposal.by === my_side ? 'trial.line.mine' : 'trial.line.theirs' } as const;
  }
  if (agreed)
    return agreed.off
      ? ({ time: null, key: 'trial.line.off' } as const)
      : ({ time, key: 'trial.agreed' } as const);
  return { time: null, key: 'trial.line.open' } as const;
}

/** What this side can do about the trial at once: accept a proposal, or make the first. */
export function trialAct({ my_side, halt }: TrialOfMatch, trial: Trial) {
  if (halt) return null;
  if (trial.may_decide) return my_side === 'family' ? 'decide' : null;
  if (trial.proposal) return trial.proposal.by === my_side ? null : 'accept';
  return trial.agreed && !trial.agreed.off ? null : 'propose';
}

type TrialActProps = {
  of: TrialOfMatch;
  trial: Trial;
  act: 'accept' | 'propose';
  onChanged: () => Promise<unknown>;
};

/** The one main button of a trial, for a line. */
export function TrialAct({ of, trial, act, onChanged }: TrialActProps) {
  const t = useTranslate();
  const { busy, accept } = useTrialActs(of, onChanged, { toast: true });
  const [sheet, setSheet] = useState<{ open: boolean }>();
  const { proposal } = trial;
  return (
    <>
      <Button
        size="compact"
        variant="primary"
        className="shrink-0 px-3"
        loading={busy}
        onClick={() => (act === 'accept' && proposal ? accept(proposal.id) : setSheet({ open: true }))}
      >
        {t(act === 'accept' ? 'trial.accept' : 'trial.propose')}
      </Button>
      {sheet && (
        <Suspense>
          <TrialSheet
            of={of}
            trial={trial}
            open={sheet.open}
            onClose={() => setSheet({ open: false })}
            onSent={onChanged}
          />
        </Suspense>
      )}
    </>
  );
}
