import { useState } from 'react';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { type LedgerQuery, queryPath, readKey } from './ledger-query.ts';
import { type Ledger, loadLedger } from './load-ledger.ts';

/** That a class was stopped is told by a notice. */
export const changesClasses = ['notice', 'lesson', 'class'] as const;

/**
 * Calendar and list. What is asked for stands in the address of the history's entry, without a navigation: nothing
 * scrolls, and without a network the page stays what it is.
 */
export function useLedger(loaded: { query: LedgerQuery; ledger: Ledger }) {
  const { href } = useShell();
  const [asked, setAsked] = useState({ of: loaded, query: loaded.query });
  const query = asked.of === loaded ? asked.query : loaded.query;
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
    /** What is shown answers another question than the one that is asked. */
    isOld: ledger.key !== readKey(query),
    reading,
    failed: problem !== undefined && !reading,
    refresh: reload,
    change(part: Partial<LedgerQuery>) {
      const next = { ...query, ...part };
      setAsked({ of: loaded, query: next });
      history.replaceState(history.state, '', href(queryPath(next, Date.now())));
    },
  };
}
