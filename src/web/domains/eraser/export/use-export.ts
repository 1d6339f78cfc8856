import { useEffect, useState } from 'react';
import type { EraseExport } from '#shared/eraser/files.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useAiEvents } from '#web/ground/api/use-ai-events.ts';
import { useCalm } from '#web/ground/use-calm.ts';

const askAgainMs = 2000;

/** An export as it gets on. */
export function useExport(loaded: EraseExport | undefined) {
  const api = useApi();
  const [made, setMade] = useState(loaded);
  const refresh = useCalm(async () => {
    if (made) setMade(await api('GET /api_ai/eraser/export/{id}', { params: { id: made.id } }));
  });
  useAiEvents((event) => {
    if (event.kind === 'gap' || (event.kind === 'export' && event.export === made?.id)) refresh();
  });
  const isOpen = made?.status === 'waiting' || made?.status === 'running';
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(refresh, askAgainMs);
    return () => clearInterval(timer);
  }, [isOpen, refresh]);
  return { made, isOpen, setMade };
}
