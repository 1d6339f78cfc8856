import { useCallback, useEffect, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import type { ClassNames } from './load-classes.ts';
import { type Desk, loadDesk } from './load-desk.ts';
import { keepClasses } from './queue/store.ts';

/** The desk as it was loaded, then as it is. Reading it again without a network leaves it as it was. */
export function useDesk(loaded: Desk, names: ClassNames, and: string, offlineWords: Record<string, string>) {
  const api = useApi();
  const { root, locale } = useShell();
  const owner = root?.user.id ?? 0;
  const [desk, setDesk] = useState(loaded);
  useEffect(() => setDesk(loaded), [loaded]);
  const refresh = useCallback(async () => setDesk(await loadDesk(api, names, and)), [api, names, and]);

  // What a phone without a network has to know, to show the button for it (public/clock-in-offline.js).
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the page's language
  useEffect(() => {
    const open = desk.open.find(({ my_side }) => my_side === 'tutor');
    keepClasses({
      owner,
      locale,
      classes: desk.classes
        .filter(({ asTutor, isGoing }) => asTutor && isGoing)
        .map(({ id, name }) => ({ id, name })),
      open: open ? { id: open.id, class_id: open.class_id, started_at: open.started_at } : null,
      words: offlineWords,
      at: desk.now,
    }).catch((error) => console.error('應用層錯誤: classes could not be kept on this device', error));
  }, [desk, owner, locale]);
  return { desk, refresh };
}
