import ShieldCheck from 'lucide-react/icons/shield-check';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { PoliceCheckOfFamily } from './police-check-family.tsx';
import { PoliceCheckOfTutor } from './police-check-tutor.tsx';
import { usePoliceCheck } from './use-police-check.ts';

/** The police check of a live match: the family requests it, the tutor may answer. */
export function PoliceCheck({ matchId, isFamily }: { matchId: number; isFamily: boolean }) {
  const t = useTranslate();
  const state = usePoliceCheck(matchId);
  const { checks, hasFailed, load, problem, fields } = state;
  // A tutor without a request has nothing to see here.
  if (!isFamily && !checks?.[0] && !hasFailed) return null;
  const Side = isFamily ? PoliceCheckOfFamily : PoliceCheckOfTutor;
  return (
    <section aria-label={t('policeCheck.title')} className="mt-2 grid gap-2 border-line border-t pt-3">
      <h4 className="flex items-center gap-1.5 font-semibold text-sm">
        <ShieldCheck size="1rem" className="text-jade" />
        {t('policeCheck.title')}
      </h4>
      {!checks && !hasFailed && (
        <Loading className="grid gap-2">
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-11 w-40" />
        </Loading>
      )}
      {hasFailed && (
        <div role="alert" className="grid justify-items-start gap-2">
          <p className="text-ink-2 text-sm">{t('policeCheck.notLoaded')}</p>
          <Button size="compact" onClick={load}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
      <ProblemNotice>{Object.keys(fields).length === 0 && problem}</ProblemNotice>
      {checks && <Side key={checks[0]?.id} check={checks[0]} matchId={matchId} state={state} />}
    </section>
  );
}
