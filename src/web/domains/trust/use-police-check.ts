import { useState } from 'react';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';

/** The latest check of a match; looked at again when somebody comes back from the telephone. */
export function usePoliceCheck(matchId: number) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [fields, setFields] = useState<Record<string, string>>({});

  const {
    value: checks,
    problem: notRead,
    reload,
  } = useRemote({
    key: matchId,
    read: async () => (await api('GET /api/users/police_checks', { query: { match_id: matchId } })).list,
    refreshOnFocus: true,
  });

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
      await reload();
      setBusy(false);
    }
  }
  return { checks, hasFailed: !checks && notRead !== undefined, load: reload, busy, problem, fields, act };
}
export type PoliceCheckState = ReturnType<typeof usePoliceCheck>;
