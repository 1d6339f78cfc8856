import { useEffect, useRef, useState } from 'react';
import { type Draft, dropDraft, newKey, readDraft, writeDraft } from '#web/ground/drafts.ts';

type DraftOptions<Values extends object> = {
  name: string;
  owner: number;
  /** The initial values: empty, or as stored on the server. */
  initial: Values;
  version: number | null;
  /** What to begin with; by default what this device has stored. */
  begin?: (() => Beginning<Values> | undefined) | undefined;
};

export type Beginning<Values> = {
  draft: Draft<Values>;
  /** The values come from an earlier visit; otherwise they are new and are stored at once. */
  isRestored: boolean;
};

/** The values of a form, stored on this device at every change. */
export function useDraft<Values extends object>(options: DraftOptions<Values>) {
  const { name, owner, initial, version } = options;
  const [begun] = useState<Beginning<Values> | undefined>(() => {
    if (options.begin) return options.begin();
    const draft = readDraft<Values>(name, owner);
    return draft && { draft, isRestored: true };
  });
  const [draft, setDraft] = useState<Draft<Values>>(() =>
    begun
      ? { ...begun.draft, values: { ...initial, ...begun.draft.values } }
      : { owner, key: newKey(), version, values: initial },
  );
  const [restored, setRestored] = useState(begun?.isRestored ?? false);
  const [kept, setKept] = useState(true);
  const isUntouched = useRef(begun?.isRestored !== false);
  const isFinished = useRef(false);
  const [isBegun, setBegun] = useState(begun !== undefined);
  const latest = useRef(draft);
  latest.current = draft;

  useEffect(() => {
    if (isUntouched.current) {
      isUntouched.current = false;
      return;
    }
    if (!isFinished.current) setKept(writeDraft(name, draft));
  }, [name, draft]);

  const change = (next: (before: Draft<Values>) => Partial<Draft<Values>>) => {
    setBegun(true);
    const changed = new Date().toISOString();
    setDraft((before) => ({ ...before, saved: undefined, changed, ...next(before) }));
  };
  return {
    ...draft,
    /** Whether the values come from an earlier visit. */
    restored,
    /** Whether the draft could be stored on this device. */
    kept,
    /** Whether there is something that the server does not have yet; of a stored record, not even as a draft. */
    isUnsaved: isBegun && (draft.saved === undefined || draft.version !== null),
    /** Whether the server's draft lacks something. */
    isUnkept: isBegun && draft.saved === undefined,
    /** Remembers where the owner is, once there is something to come back to. */
    standAt: (step: number) => {
      if (isBegun) setDraft((before) => (before.step === step ? before : { ...before, step }));
    },
    set: (changed: Partial<Draft<Values>>) => change(() => changed),
    change: (patch: Partial<Values>) => change(({ values }) => ({ values: { ...values, ...patch } })),
    /** The server has these values too, unless they have changed meanwhile. */
    markSaved: (values: Values, at: string, seen?: number) =>
      setDraft((before) => ({ ...before, seen, ...(before.values === values && { saved: at }) })),
    /** What another device had written, which the server no longer has. */
    keepOther: (aside: Values, at: string) =>
      setDraft((before) => ({ ...before, aside, asideFrom: { device: 'other', at } })),
    /** After sending, the draft is removed, and later changes are not stored. */
    finish: () => {
      isFinished.current = true;
      dropDraft(name);
    },
    /** The server has stored these values as this version; what was typed meanwhile stays unsaved. */
    goOnFrom: (stored: number, values: Values) => {
      if (latest.current.values !== values) return change(() => ({ version: stored }));
      dropDraft(name);
      isUntouched.current = true;
      setRestored(false);
      setBegun(false);
      setDraft((before) => ({
        ...before,
        key: newKey(),
        version: stored,
        aside: undefined,
        asideFrom: undefined,
        saved: undefined,
        seen: undefined,
        step: undefined,
      }));
    },
    startAgain: () => {
      dropDraft(name);
      isUntouched.current = true;
      setRestored(false);
      setBegun(false);
      setDraft({ owner, key: newKey(), version, values: initial });
    },
  };
}
