import { useCallback, useEffect, useState } from 'react';
import type { PoliceCheck } from '#shared/trust.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';

type Loaded = { state: 'loading' | 'failed' } | { state: 'here'; check: PoliceCheck | undefined };

/** The latest check of a match; looked at again when somebody comes back from the telephone. */
export function usePoliceCheck(matchId: number) {
  const api = useApi();
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [fields, setFields] = useState<Record<string, string>>({});

  const load = useCallback(async () => {
    try {
      const { list } = await api('GET /api/users/police_checks', { query: { match_id: matchId } });
      setLoaded({ state: 'here', check: list[0] });
    } catch {
      // The call layer has logged it.
      setLoaded((before) => (before.state === 'here' ? before : { state: 'failed' }));
    }
  }, [api, matchId]);
  useEffect(() => {
    load();
    const again = () => void (document.visibilityState === 'visible' && load());
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  }, [load]);

  /** One thing at a time; afterwards it is read anew, whatever the answer was. */
  async function act<Result>(work: (api: Api) => Promise<Result>): Promise<Result | undefined> {
    if (busy) return undefined;
    setBusy(true);
    setProblem(undefined);
    setFields({});
    try {
      return await work(api);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFields(error.fields);
      if (Object.keys(error.fields).length === 0) setProblem(error.message);
      return undefined;
    } finally {
      await load();
      setBusy(false);
    }
  }
  return { loaded, load, busy, problem, fields, act };
}
export type PoliceCheckState = ReturnType<typeof usePoliceCheck>;
