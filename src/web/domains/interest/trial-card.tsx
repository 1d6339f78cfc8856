import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { type ReactNode, Suspense, useState } from 'react';
import { clockOf, dayOf } from '#shared/hong-kong.ts';
import type { Trial, TrialOfMatch } from '#shared/interest.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { dayWords } from './time-blocks.ts';
import { useTrialActs } from './use-trial-acts.ts';

const TrialSheet = lazyPart(() => import('./trial-sheet.tsx'));
const FailSheet = lazyPart(() => import('./fail-sheet.tsx'));

type TrialCardProps = {
  matchId: number;
  /** What the page has loaded of it; else the card reads it itself. */
  loaded?: TrialOfMatch | undefined;
  /** Whether its main button is the one thing to do on this screen. */
  isMain?: boolean | undefined;
  /** Reloads what the page shows of the match beside. */
  onChanged?: (() => unknown) | undefined;
  className?: string | undefined;
};

/** The trial lesson of a match: a day and an hour by proposal and acceptance, and after it whether it suits. */
export function TrialCard({ matchId, loaded, isMain = true, onChanged, className }: TrialCardProps) {
  const t = useTranslate();
  const { value, reload } = useRemote<TrialOfMatch>({
    key: String(matchId),
    read: (api) => api('GET /api/users/matches/{id}/trial', { params: { id: matchId } }),
    ...(loaded ? { loaded } : { on: ['notice', 'class', 'lesson'] as const }),
  });
  if (!value?.trial || value.halt) return null;
  const changed = async () => {
    if (!loaded) await reload();
    await onChanged?.();
  };
  return (
    <section
      aria-label={t('trial.title')}
      className={cx('grid gap-2 rounded-card bg-paper-2 p-4', className)}
    >
      <Stands of={value} trial={value.trial} variant={isMain ? 'primary' : 'secondary'} onChanged={changed} />
    </section>
  );
}

type PartProps = {
  of: TrialOfMatch;
  trial: Trial;
  variant: 'primary' | 'secondary';
  onChanged: () => Promise<unknown>;
};

function Stands(props: PartProps) {
  const { of, trial } = props;
  if (trial.may_decide) return of.my_side === 'family' ? <Decide {...props} /> : <AfterTrial {...props} />;
  return <Agree {...props} />;
}

/** Wednesday's date with the hours of the lesson, large enough to be the first thing read. */
function When({ starts_at, ends_at }: { starts_at: string; ends_at: string }) {
  const { locale } = useShell();
  return (
    <p className="font-semibold text-lg leading-snug">
      <span className="whitespace-nowrap">{dayWords(dayOf(starts_at), locale)}</span>{' '}
      <span className="whitespace-nowrap tabular-nums">
        {clockOf(starts_at)}–{clockOf(ends_at)}
      </span>
    </p>
  );
}

function Title({ icon: Icon, children }: { icon: typeof CalendarCheck; children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 text-ink-2 text-sm">
      <Icon className="size-4 shrink-0" />
      {children}
    </p>
  );
}

function Agree({ of, trial, variant, onChanged }: PartProps) {
  const t = useTranslate();
  const { agreed, proposal } = trial;
  const stands = agreed && !agreed.off ? agreed : null;
  const [sheet, setSheet] = useState<{ open: boolean }>();
  const acts = useTrialActs(of, onChanged);
  const isMine = proposal?.by === of.my_side;
  const choose = () => setSheet({ open: true });
  return (
    <>
      {stands && (
        <>
          <Title icon={CalendarCheck}>{t('trial.agreed')}</Title>
          <When {...stands} />
          {!proposal && <p className="text-ink-2 text-sm">{t('trial.agreedNote')}</p>}
        </>
      )}
      {agreed?.off && (
        <p className="text-sm">{t(agreed.off === 'weather' ? 'trial.offWeather' : 'trial.offPlatform')}</p>
      )}
      {proposal && (
        <div className={cx('grid gap-1', stands && 'border-line border-t pt-2')}>
          <Title icon={CalendarClock}>{t(proposalWords(isMine, stands !== null))}</Title>
          <When {...proposal} />
        </div>
      )}
      {!stands && !proposal && !agreed?.off && (
        <>
          <Title icon={CalendarClock}>{t('trial.title')}</Title>
          <p className="text-sm">{t('trial.lead')}</p>
        </>
      )}
      <ProblemNotice>{acts.problem}</ProblemNotice>
      <div className="flex flex-wrap gap-2">
        {proposal && !isMine && (
          <Button variant={variant} loading={acts.busy} onClick={() => acts.accept(proposal.id)}>
            {t('trial.accept')}
          </Button>
        )}
        <Button variant={!stands && !proposal ? variant : 'secondary'} onClick={choose}>
          {t(proposal ? 'trial.other' : stands ? 'trial.move' : 'trial.propose')}
        </Button>
        {proposal && (
          <Button
            variant="quiet"
            loading={acts.busy}
            onClick={() => (isMine ? acts.takeBack(proposal.id) : acts.decline(proposal.id))}
          >
            {t(isMine ? 'trial.takeBack' : 'trial.decline')}
          </Button>
        )}
        {stands && !proposal && (
          <Button variant="quiet" loading={acts.busy} onClick={() => acts.cancel(stands)}>
            {t('trial.cancel')}
          </Button>
        )}
      </div>
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

function proposalWords(isMine: boolean, isMove: boolean) {
  if (isMove) return isMine ? 'trial.movedMine' : 'trial.movedTheirs';
  return isMine ? 'trial.mine' : 'trial.theirs';
}

function AfterTrial({ trial }: PartProps) {
  const t = useTranslate();
  return (
    <>
      <Title icon={CalendarCheck}>{t('trial.title')}</Title>
      {trial.agreed && <When {...trial.agreed} />}
      <p className="text-sm">{t('trial.overTutor')}</p>
    </>
  );
}

/** The question after the trial; both answers say first what follows. */
function Decide({ of, variant, onChanged }: PartProps) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { busy, problem, run } = useAction({ refresh: onChanged });
  const [sheet, setSheet] = useState<{ open: boolean }>();
  const params = { id: of.match_id };
  const pass = async () => {
    const sure = await ask({
      title: t('trial.passTitle'),
      message: t(of.slots.length > 0 ? 'trial.passText' : 'trial.passTextOpen'),
      confirmLabel: t('trial.passed'),
      cancelLabel: t('trial.passKeep'),
    });
    if (!sure) return;
    await run(
      (api) => api('PUT /api/users/matches/{id}/trial', { params, body: { passed: true } }),
      t('trial.passedDone'),
    );
  };
  return (
    <>
      <p className="font-bold font-serif text-lg">{t('trial.over')}</p>
      <p className="text-sm">{t('trial.overText')}</p>
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="flex flex-wrap gap-2">
        <Button variant={variant} loading={busy} onClick={() => void pass()}>
          {t('trial.passed')}
        </Button>
        <Button onClick={() => setSheet({ open: true })}>{t('trial.failed')}</Button>
      </div>
      {sheet && (
        <Suspense>
          <FailSheet
            matchId={of.match_id}
            open={sheet.open}
            onClose={() => setSheet({ open: false })}
            onDone={onChanged}
          />
        </Suspense>
      )}
    </>
  );
}
