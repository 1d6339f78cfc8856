import { useEffect, useState } from 'react';
import type { EraseTask } from '#shared/eraser/eraser.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useAiEvents } from '#web/ground/api/use-ai-events.ts';
import { useCalm } from '#web/ground/use-calm.ts';

/** Events tell at once; where they are kept from us, the page asks by itself. */
const askAgainMs = 4000;

type Told = {
  /** A page may have been charged. */
  onMoved: () => void;
  /** A task has come to its end. */
  onEnded: () => void;
};

/** Tasks under way and the latest that ended, as they get on. */
export function useTasks(loaded: readonly EraseTask[] | undefined, { onMoved, onEnded }: Told) {
  const api = useApi();
  const [tasks, setTasks] = useState<readonly EraseTask[]>(loaded ?? []);
  // Somebody logged in or out, or the page was loaded anew.
  const [shown, setShown] = useState(loaded);
  if (shown !== loaded) {
    setShown(loaded);
    setTasks(loaded ?? []);
  }
  const refresh = useCalm(async () => {
    if (!loaded) return;
    const { list } = await api('GET /api_ai/eraser/erase_trace_task');
    const wasRunning = tasks.filter(({ status }) => status === 'running').map(({ id }) => id);
    setTasks(list);
    onMoved();
    if (list.some(({ id, status }) => status !== 'running' && wasRunning.includes(id))) onEnded();
  });
  useAiEvents(({ kind }) => {
    if (kind === 'erase' || kind === 'gap') refresh();
  });
  const isRunning = tasks.some(({ status }) => status === 'running');
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(refresh, askAgainMs);
    return () => clearInterval(timer);
  }, [isRunning, refresh]);

  const put = (task: EraseTask) =>
    setTasks((before) =>
      before.some(({ id }) => id === task.id)
        ? before.map((one) => (one.id === task.id ? task : one))
        : [task, ...before],
    );
  return { tasks, put, refresh };
}
