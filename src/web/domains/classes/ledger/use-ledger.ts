import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { type LedgerQuery, queryPath, readKey } from './ledger-query.ts';
import { type Ledger, loadLedger } from './load-ledger.ts';

/**
 * Calendar and list. What is asked for stands in the address of the history's entry, without a navigation: nothing
 * scrolls, and without a network the page stays what it is.
 */
export function useLedger(loaded: { query: LedgerQuery; ledger: Ledger }) {
  const api = useApi();
  const { href } = useShell();
  const [query, setQuery] = useState(loaded.query);
  const [ledger, setLedger] = useState(loaded.ledger);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const wanted = useRef(loaded.ledger.key);
  useEffect(() => {
    wanted.current = loaded.ledger.key;
    setQuery(loaded.query);
    setLedger(loaded.ledger);
    setState('idle');
  }, [loaded]);

  const read = useCallback(
    async (next: LedgerQuery) => {
      const key = readKey(next);
      wanted.current = key;
      setState('loading');
      try {
        const found = await loadLedger(api, next);
        if (wanted.current !== key) return;
        setLedger(found);
        setState('idle');
      } catch {
        // The call layer has logged why.
        if (wanted.current === key) setState('failed');
      }
    },
    [api],
  );

  return {
    query,
    ledger,
    /** What is shown answers another question than the one that is asked. */
    isOld: ledger.key !== readKey(query),
    state,
    retry: () => read(query),
    refresh: useCallback(() => read(query), [read, query]),
    change(part: Partial<LedgerQuery>) {
      const next = { ...query, ...part };
      setQuery(next);
      history.replaceState(history.state, '', href(queryPath(next, Date.now())));
      if (readKey(next) !== readKey(query)) read(next);
    },
  };
}
