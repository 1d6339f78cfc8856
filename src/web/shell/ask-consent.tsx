import { lazy, Suspense } from 'react';
import { useShell } from './use-shell.ts';

const ConsentBanner = lazy(() => import('./consent.tsx'));

/** Asked only where there is something to agree to. */
export function AskConsent() {
  const { root } = useShell();
  if (!root || root.settings.analyticsContainerIds.length === 0) return null;
  return (
    <Suspense>
      <ConsentBanner />
    </Suspense>
  );
}
