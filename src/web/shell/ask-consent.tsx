import { Suspense } from 'react';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';

const ConsentBanner = lazyPart(() => import('./consent.tsx'));

/** Shows the consent banner only if analytics containers are configured. */
export function AskConsent() {
  const { root } = useShell();
  if (!root || root.settings.analyticsContainerIds.length === 0) return null;
  return (
    <Suspense>
      <ConsentBanner />
    </Suspense>
  );
}
