import { useEffect, useState } from 'react';

/** A form whose changes are stored in this tab and survive a reload, until they are saved. */
export function useStoredForm<Form extends object>(key: string, saved: Form) {
  const [changes, setChanges] = useState<Partial<Form>>({});
  useEffect(() => {
    const stored = sessionStorage.getItem(key);
    if (stored) setChanges(JSON.parse(stored));
  }, [key]);
  const store = (next: Partial<Form>) => {
    setChanges(next);
    sessionStorage.setItem(key, JSON.stringify(next));
  };
  return {
    form: { ...saved, ...changes },
    change: (change: Partial<Form>) => store({ ...changes, ...change }),
    forget: () => {
      setChanges({});
      sessionStorage.removeItem(key);
    },
  };
}
