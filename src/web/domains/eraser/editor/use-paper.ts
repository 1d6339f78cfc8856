import { useCallback } from 'react';
import type { EraseRecordDetail, EraseTask, ImageRecord } from '#shared/eraser/eraser.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';

export type Paper = { task: EraseTask; record: EraseRecordDetail };

/** The task with its paper; undefined when the user has no such task or the paper is deleted. */
export async function loadPaper(api: Api, taskId: number): Promise<Paper | undefined> {
  const { list } = await api('GET /api_ai/eraser/erase_trace_task', { query: { task_id: taskId } });
  const task = list.find(({ id }) => id === taskId);
  if (!task) return undefined;
  const record = await api('GET /api_ai/eraser/erase_trace_record/{id}/', { params: { id: task.record_id } });
  return { task, record };
}

export const isUnderWay = ({ status }: Pick<ImageRecord, 'status'>) =>
  status === 'waiting' || status === 'running';

/** Polling interval, for when live events are blocked, for example by a proxy. */
const pollMs = 3000;

/** The paper as loaded, then kept up to date by live events, and by polling while a page waits or runs. */
export function usePaper(loaded: Paper) {
  const taskId = loaded.task.id;
  const {
    value: paper,
    put,
    reload,
  } = useRemote({
    loaded,
    read: async (api) => {
      const read = await loadPaper(api, taskId);
      if (!read) throw new Error('the paper is gone');
      return read;
    },
    on: ['erase'],
    about: (event) =>
      event.kind === 'erase' &&
      (event.task === taskId || loaded.record.pages.some(({ id }) => id === event.page)),
    every: (now) => (now?.record.pages.some(isUnderWay) ? pollMs : undefined),
  });

  /** Shows the page from an API answer at once, before the paper is read again. */
  const putPage = useCallback(
    (page: ImageRecord) => {
      put(({ task, record }) => ({
        task,
        record: { ...record, pages: record.pages.map((one) => (one.id === page.id ? page : one)) },
      }));
      void reload();
    },
    [put, reload],
  );
  return { ...paper, putPage, refresh: reload };
}
