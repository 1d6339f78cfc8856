import { useCallback } from 'react';
import type { EraseRecordDetail, EraseTask, ImageRecord } from '#shared/eraser/eraser.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';

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
    every: (now) => (now?.record.pages.some(isUnderWay) ? askAgainMs : undefined),
  });

  /** What a call has just answered about a page, before anything is asked again. */
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
