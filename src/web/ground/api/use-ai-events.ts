import { aiEventsUrl } from '#shared/eraser/limits.ts';
import { useShell } from '../routing/use-shell.tsx';
import { type LiveEvent, useEventsOf } from './use-live-events.ts';

/** Hears what changes on the AI side, which has a session of its own. */
export function useAiEvents(onEvent: (event: LiveEvent) => void): void {
  const { root } = useShell();
  useEventsOf(root?.aiUser.id ?? 0, (root?.settings.apiAiBase ?? '') + aiEventsUrl, onEvent);
}
