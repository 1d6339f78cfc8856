import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';

/** The latest check of a match; reloaded when the user returns to the page. */
export function usePoliceCheck(matchId: number) {
  const {
    value: checks,
    problem: notRead,
    reload,
  } = useRemote({
    key: matchId,
    read: async (api) => (await api('GET /api/users/police_checks', { query: { match_id: matchId } })).list,
    refreshOnFocus: true,
  });
  const action = useAction({ refresh: reload });
  return { checks, hasFailed: !checks && notRead !== undefined, load: reload, ...action };
}
export type PoliceCheckState = ReturnType<typeof usePoliceCheck>;
