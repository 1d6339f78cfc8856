import { useEffect, useRef, useState } from 'react';
import { type Draft, dropDraft, newKey, readDraft, writeDraft } from '#web/ground/drafts.ts';

type DraftOptions<Values extends object> = {
  name: string;
  owner: number;
  /** What the form begins with: nothing yet, or what is kept on the server. */
  initial: Values;
  version: number | null;
};

/** The values of a form, kept on this device at every change. */
export function useDraft<Values extends object>({ name, owner, initial, version }: DraftOptions<Values>) {
  const [begun] = useState(() => readDraft<Values>(name, owner));
  const [draft, setDraft] = useState<Draft<Values>>(() =>
    begun
      ? { ...begun, values: { ...initial, ...begun.values } }
      : { owner, key: newKey(), version, values: initial },
  );
  const [restored, setRestored] = useState(begun !== undefined);
  const [kept, setKept] = useState(true);
  const first = useRef(true);
  const over = useRef(false);

  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    if (!over.current) setKept(writeDraft(name, draft));
  }, [name, draft]);

  return {
    ...draft,
    /** Whether this is what an earlier visit left. */
    restored,
    /** Whether this device keeps it. */
    kept,
    set: (change: Partial<Draft<Values>>) => setDraft((before) => ({ ...before, ...change })),
    change: (patch: Partial<Values>) =>
      setDraft((before) => ({ ...before, values: { ...before.values, ...patch } })),
    /** Sent: nothing is kept any more, whatever still changes. */
    finish: () => {
      over.current = true;
      dropDraft(name);
    },
    startAgain: () => {
      dropDraft(name);
      first.current = true;
      setRestored(false);
      setDraft({ owner, key: newKey(), version, values: initial });
    },
  };
}
