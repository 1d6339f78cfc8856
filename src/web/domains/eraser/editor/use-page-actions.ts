import { useState } from 'react';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import type { RunWish } from './run-wish.ts';

export type PageAction = 'run' | 'cancel' | 'accept' | 'version' | 'delete';

/** What can be asked of the server for one page. Each answers whether it was done; a failure has been told. */
export function usePageActions(
  { id }: Pick<ImageRecord, 'id'>,
  { onPage, onGone }: { onPage: (page: ImageRecord) => void; onGone: () => void },
) {
  const t = useWords();
  const [doing, setDoing] = useState<PageAction>('run');
  const { busy, run } = useAction({
    toast: (why) => t('editor.notDone.why', { what: t(`editor.notDone.${doing}`), why }),
  });

  function act(name: PageAction, call: (api: Api) => Promise<ImageRecord | undefined>) {
    setDoing(name);
    return run(call, (page) => (page ? onPage(page) : onGone()));
  }

  const params = { id };
  return {
    busy: busy ? doing : undefined,
    run: (body: RunWish) =>
      act('run', (api) => api('POST /api_ai/eraser/image_record/{id}/run', { params, body })),
    cancel: () => act('cancel', (api) => api('POST /api_ai/eraser/image_record/{id}/cancel', { params })),
    accept: (is_accepted: boolean) =>
      act('accept', (api) => api('PUT /api_ai/eraser/image_record/{id}/', { params, body: { is_accepted } })),
    goTo: (number: number) =>
      act('version', (api) =>
        api('PUT /api_ai/eraser/image_record/{id}/version', { params, body: { number } }),
      ),
    remove: () =>
      act('delete', async (api) => {
        await api('DELETE /api_ai/eraser/image_record/{id}/', { params });
        return undefined;
      }),
  };
}
