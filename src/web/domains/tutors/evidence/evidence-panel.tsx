import type { CallData } from '#shared/call.ts';
import type { Contract } from '#shared/contract.ts';
import { KeptCode } from '#web/domains/trust/kept-code.tsx';
import { MyBadges } from '#web/domains/trust/my-badges.tsx';
import type { RemoteValue } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { AddEvidence } from './add-evidence.tsx';
import { EvidenceItem } from './evidence-item.tsx';

type EvidencePanelProps = { evidence: RemoteValue<CallData<Contract['GET /api/users/evidence']>> };

/** Evidence for a listing: what was sent, its status, and a form to add more. */
export function EvidencePanel({
  evidence: { value: evidence, problem, reading, reload },
}: EvidencePanelProps) {
  const t = useTranslate();
  return (
    <div className="grid gap-6">
      <p className="text-ink-2">{t('evidence.lead')}</p>
      {!evidence && problem === undefined && (
        <Loading className="grid gap-3">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-11 w-full" />
        </Loading>
      )}
      {problem !== undefined && <ErrorState drawing={null} level={3} onRetry={reload} retrying={reading} />}
      {evidence && (
        <>
          {evidence.list.length > 0 ? (
            <ul aria-label={t('evidence.list')} className="grid gap-3">
              {evidence.list.map((item) => (
                <EvidenceItem key={item.id} item={item} onRemoved={reload} />
              ))}
            </ul>
          ) : (
            <p className="rounded-card border border-line border-dashed p-4 text-ink-2 text-sm">
              {t('evidence.none')}
            </p>
          )}
          <MyBadges seed={evidence.list.map(({ id, status }) => `${id} ${status}`).join()} />
          {evidence.list.length < evidence.limit ? (
            <AddEvidence onAdded={reload} />
          ) : (
            <p className="text-ink-2 text-sm">{t('evidence.full', { limit: evidence.limit })}</p>
          )}
          <KeptCode />
        </>
      )}
    </div>
  );
}
