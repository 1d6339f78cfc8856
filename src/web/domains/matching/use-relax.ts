import { useState } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';

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
  /** Saves the row with a change, or as it was before; its version is a newer one by now. */
  write: (kept: Kept, relaxation?: Relaxation) => Promise<unknown>;
  compute: () => Promise<boolean>;
  onDone: () => void;
};

/** Relaxes one requirement: saves the row, computes the results again, and offers to undo. */
export function useRelax<Kept extends { version: number }>(options: RelaxOptions<Kept>) {
  const t = useTranslate();
  const { busy, run } = useAction({ toast: true });
  const [what, setWhat] = useState<Relaxation | 'undo'>();
  const [applied, setApplied] = useState<{ relaxation: Relaxation; before: Kept }>();

  return {
    busy: busy ? what : undefined,
    applied: applied?.relaxation,
    async apply(relaxation: Relaxation) {
      setWhat(relaxation);
      const done = await run(async () => {
        const before = await options.read();
        await options.write(before, relaxation);
        setApplied({ relaxation, before });
        await options.compute();
      });
      if (done) options.onDone();
    },
    async undo() {
      if (!applied) return;
      setWhat('undo');
      const done = await run(async () => {
        const { version } = await options.read();
        await options.write({ ...applied.before, version });
        setApplied(undefined);
        await options.compute();
      }, t('matching.undone'));
      if (done) options.onDone();
    },
  };
}
