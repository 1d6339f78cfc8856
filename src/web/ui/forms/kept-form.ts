import { useEffect, useState } from 'react';

/** A form whose changes survive a reload and coming back, in this tab, until they are saved. */
export function useKeptForm<Form extends object>(key: string, saved: Form) {
  const [changes, setChanges] = useState<Partial<Form>>({});
  useEffect(() => {
    const kept = sessionStorage.getItem(key);
    if (kept) setChanges(JSON.parse(kept));
  }, [key]);
  const keep = (next: Partial<Form>) => {
    setChanges(next);
    sessionStorage.setItem(key, JSON.stringify(next));
  };
  return {
    form: { ...saved, ...changes },
    change: (change: Partial<Form>) => keep({ ...changes, ...change }),
    forget: () => {
      setChanges({});
      sessionStorage.removeItem(key);
    },
  };
}
