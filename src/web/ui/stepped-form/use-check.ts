import { useEffect, useRef, useState } from 'react';
import type { Check } from './schema-check.ts';

/** The validation rules load after the form; if they fail to load, the server's checks remain. */
export function useCheck<Values>(load: () => Promise<Check<Values>>) {
  const [check, setCheck] = useState<Check<Values>>();
  const loading = useRef<Promise<Check<Values> | undefined>>(undefined);
  const latest = useRef(load);
  latest.current = load;
  const ready = useRef(async () => {
    loading.current ??= latest.current().catch((error) => {
      console.error('應用層錯誤: the rules of the form did not load', error);
      loading.current = undefined;
      return undefined;
    });
    return loading.current;
  }).current;
  useEffect(() => {
    ready().then((loaded) => setCheck(() => loaded));
  }, [ready]);
  return { check, ready };
}
