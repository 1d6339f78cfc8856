import { useState } from 'react';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import type { Strength } from '#shared/eraser/limits.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { RunRequest } from './run-request.ts';

export type PageAction = 'run' | 'cancel' | 'accept' | 'version' | 'strength' | 'delete';

/** Server actions for one page. Each returns whether it succeeded; failures are shown in a toast. */
export function usePageActions(
  { id }: Pick<ImageRecord, 'id'>,
  { onPage, onGone }: { onPage: (page: ImageRecord) => void; onGone: () => void },
) {
  const t = useTranslate();
  const [currentAction, setCurrentAction] = useState<PageAction>('run');
  const { busy, run } = useAction({
    toast: (why) => t('editor.notDone.why', { what: t(`editor.notDone.${currentAction}`), why }),
  });

  function runAction(name: PageAction, call: (api: Api) => Promise<ImageRecord | undefined>) {
    setCurrentAction(name);
    return run(call, (page) => (page ? onPage(page) : onGone()));
  }

  const params = { id };
  return {
    busy: busy ? currentAction : undefined,
    run: (body: RunRequest) =>
      runAction('run', (api) => api('POST /api_ai/eraser/image_record/{id}/run', { params, body })),
    cancel: () =>
      runAction('cancel', (api) => api('POST /api_ai/eraser/image_record/{id}/cancel', { params })),
    accept: (is_accepted: boolean) =>
      runAction('accept', (api) =>
        api('PUT /api_ai/eraser/image_record/{id}/', { params, body: { is_accepted } }),
      ),
    goTo: (number: number) =>
      runAction('version', (api) =>
        api('PUT /api_ai/eraser/image_record/{id}/version', { params, body: { number } }),
      ),
    strength: (strength: Strength) =>
      runAction('strength', (api) =>
        api('PUT /api_ai/eraser/image_record/{id}/strength', { params, body: { strength } }),
      ),
    remove: () =>
      runAction('delete', async (api) => {
        await api('DELETE /api_ai/eraser/image_record/{id}/', { params });
        return undefined;
      }),
  };
}
