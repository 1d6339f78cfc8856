import { useCallback, useEffect, useState } from 'react';
import type { Evidence } from '#shared/uploads.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';

export type EvidenceList =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'here'; list: Evidence[]; limit: number };

/** One's own evidence, read when it is looked at and after each change. */
export function useEvidence() {
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
