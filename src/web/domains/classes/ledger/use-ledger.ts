import { useState } from 'react';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { type LedgerQuery, queryPath, readKey } from './ledger-query.ts';
import { type Ledger, loadLedger } from './load-ledger.ts';

/** The live events that may change classes; a stopped class is announced by a notice. */
export const changesClasses = ['notice', 'lesson', 'class'] as const;

/**
 * The state of calendar and list. The query is stored in the address of the history entry without a
 * navigation: nothing scrolls, and without a network the page stays as it is.
 */
export function useLedger(loaded: { query: LedgerQuery; ledger: Ledger }) {
  const { href } = useShell();
  const [current, setCurrent] = useState({ of: loaded, query: loaded.query });
  const query = current.of === loaded ? current.query : loaded.query;
  const { lastValue, problem, reading, reload } = useRemote({
    key: readKey(query),
    loaded: loaded.ledger,
    read: (api) => loadLedger(api, query),
    on: changesClasses,
  });
  const ledger = lastValue ?? loaded.ledger;
  return {
    query,
    ledger,
    /** The shown data belongs to another query than the current one. */
    isOld: ledger.key !== readKey(query),
    reading,
    failed: problem !== undefined && !reading,
    refresh: reload,
    change(part: Partial<LedgerQuery>) {
      const next = { ...query, ...part };
      setCurrent({ of: loaded, query: next });
      history.replaceState(history.state, '', href(queryPath(next, Date.now())));
    },
  };
}
