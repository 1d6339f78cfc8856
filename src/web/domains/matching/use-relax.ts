import { useState } from 'react';
import { ApiError } from '#web/ground/api/api.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useToast } from '#web/ground/toast.ts';

export type Relaxation = {
  kind: string;
  change: Record<string, unknown>;
  adds: number;
  fits: number;
  is_capped: boolean;
  words: string;
};

type RelaxOptions<Kept> = {
  read: () => Promise<Kept>;
  /** Keeps the row with a change, or as it was; it has another version by now. */
  write: (kept: Kept, relaxation?: Relaxation) => Promise<unknown>;
  compute: () => Promise<boolean>;
  onDone: () => void;
};

/** Gives way on one thing: the row is changed, who fits is worked out again, and there is a way back. */
export function useRelax<Kept extends { version: number }>(options: RelaxOptions<Kept>) {
  const t = useWords();
  const toast = useToast();
  const [busy, setBusy] = useState<Relaxation | 'undo'>();
  const [applied, setApplied] = useState<{ relaxation: Relaxation; before: Kept }>();

  const run = async (what: Relaxation | 'undo', work: () => Promise<void>) => {
    if (busy) return;
    setBusy(what);
    try {
      await work();
      options.onDone();
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : t('ui.errorText'));
    }
    setBusy(undefined);
  };
  return {
    busy,
    applied: applied?.relaxation,
    apply: (relaxation: Relaxation) =>
      run(relaxation, async () => {
        const before = await options.read();
        await options.write(before, relaxation);
        setApplied({ relaxation, before });
        await options.compute();
      }),
    undo: () =>
      run('undo', async () => {
        if (!applied) return;
        const { version } = await options.read();
        await options.write({ ...applied.before, version });
        setApplied(undefined);
        toast.success(t('matching.undone'));
        await options.compute();
      }),
  };
}
