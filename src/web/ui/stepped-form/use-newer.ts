import { useState } from 'react';
import type { Draft } from '#web/ground/drafts.ts';

type Kept<Values> = { values: Values; version: number };

/** What to do when the kept version is not the one the owner began with. */
export function useNewer<Values>(
  draft: Pick<Draft<Values>, 'values' | 'version' | 'aside'> & {
    set: (change: Partial<Draft<Values>>) => void;
  },
  kept: Kept<Values> | undefined,
) {
  const [newer, setNewer] = useState(() => (kept && (draft.version ?? 0) < kept.version ? kept : undefined));
  return {
    newer,
    found: setNewer,
    loadNewer() {
      if (!newer) return;
      draft.set({ values: newer.values, version: newer.version, aside: draft.values });
      setNewer(undefined);
    },
    keepMine() {
      if (!newer) return;
      draft.set({ version: newer.version });
      setNewer(undefined);
    },
    takeBack() {
      if (draft.aside) draft.set({ values: draft.aside, aside: undefined });
    },
    dropAside: () => draft.set({ aside: undefined }),
  };
}
