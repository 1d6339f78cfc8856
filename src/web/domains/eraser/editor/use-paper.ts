import { useCallback, useEffect, useState } from 'react';
import type { EraseRecordDetail, EraseTask, ImageRecord } from '#shared/eraser/eraser.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useAiEvents } from '#web/ground/api/use-ai-events.ts';
import { useCalm } from '#web/ground/use-calm.ts';

export type Paper = { task: EraseTask; record: EraseRecordDetail };

/** The task with its paper; undefined where there is no such task of mine, or its paper is gone. */
export async function loadPaper(api: Api, taskId: number): Promise<Paper | undefined> {
  const { list } = await api('GET /api_ai/eraser/erase_trace_task', { query: { task_id: taskId } });
  const task = list.find(({ id }) => id === taskId);
  if (!task) return undefined;
  const record = await api('GET /api_ai/eraser/erase_trace_record/{id}/', { params: { id: task.record_id } });
  return { task, record };
}

export const isUnderWay = ({ status }: Pick<ImageRecord, 'status'>) =>
  status === 'waiting' || status === 'running';

/** Where no event comes through, such as behind a proxy that holds them back. */
const askAgainMs = 3000;

/** The paper as it was loaded, then as it is: told by events, and asked for while something is under way. */
export function usePaper(loaded: Paper) {
  const api = useApi();
  const [paper, setPaper] = useState(loaded);
  useEffect(() => setPaper(loaded), [loaded]);
  const taskId = loaded.task.id;

  const refresh = useCallback(async () => {
    const read = await loadPaper(api, taskId);
    if (read) setPaper(read);
  }, [api, taskId]);
  const calm = useCalm(refresh);
  const { pages } = paper.record;
  useAiEvents((event) => {
    if (event.kind === 'gap') calm();
    if (event.kind === 'erase' && (event.task === taskId || pages.some(({ id }) => id === event.page)))
      calm();
  });
  // What came between the rendering on the server and the first event.
  useEffect(calm, [calm]);
  const busy = pages.some(isUnderWay);
  useEffect(() => {
    if (!busy) return;
    const timer = setInterval(calm, askAgainMs);
    return () => clearInterval(timer);
  }, [busy, calm]);

  /** What a call has just answered about a page, before anything is asked again. */
  const putPage = useCallback(
    (page: ImageRecord) => {
      setPaper(({ task, record }) => ({
        task,
        record: { ...record, pages: record.pages.map((one) => (one.id === page.id ? page : one)) },
      }));
      calm();
    },
    [calm],
  );
  return { ...paper, putPage, refresh: calm };
}
