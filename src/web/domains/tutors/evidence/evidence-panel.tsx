import { useCallback, useEffect, useState } from 'react';
import type { Evidence } from '#shared/uploads.ts';
import { MyBadges } from '#web/domains/trust/my-badges.tsx';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useWords } from '#web/ground/i18n/words.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { AddEvidence } from './add-evidence.tsx';
import { EvidenceItem } from './evidence-item.tsx';

/** What shows that a listing is true: what is there, what became of it, and a way to add more. */
export function EvidencePanel() {
  const t = useWords();
  const { evidence, load } = useEvidence();
  return (
    <div className="grid gap-6">
      <p className="text-ink-2">{t('evidence.lead')}</p>
      {evidence.state === 'loading' && (
        <Loading className="grid gap-3">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-11 w-full" />
        </Loading>
      )}
      {evidence.state === 'failed' && <ErrorState drawing={null} level={3} onRetry={load} />}
      {evidence.state === 'here' && (
        <>
          {evidence.list.length > 0 ? (
            <ul aria-label={t('evidence.list')} className="grid gap-3">
              {evidence.list.map((item) => (
                <EvidenceItem key={item.id} item={item} onRemoved={load} />
              ))}
            </ul>
          ) : (
            <p className="rounded-card border border-line border-dashed p-4 text-ink-2 text-sm">
              {t('evidence.none')}
            </p>
          )}
          <MyBadges seed={evidence.list} />
          {evidence.list.length < evidence.limit ? (
            <AddEvidence onAdded={load} />
          ) : (
            <p className="text-ink-2 text-sm">{t('evidence.full', { limit: evidence.limit })}</p>
          )}
        </>
      )}
    </div>
  );
}

type EvidenceList =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'here'; list: Evidence[]; limit: number };

/** One's own evidence, read when it is looked at and after each change. */
function useEvidence() {
  const api = useApi();
  const [evidence, setEvidence] = useState<EvidenceList>({ state: 'loading' });
  const load = useCallback(async () => {
    try {
      const { list, limit } = await api('GET /api/users/evidence');
      setEvidence({ state: 'here', list, limit });
    } catch {
      // The call layer has logged it.
      setEvidence({ state: 'failed' });
    }
  }, [api]);
  useEffect(() => {
    load();
  }, [load]);
  return { evidence, load };
}
