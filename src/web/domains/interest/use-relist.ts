import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import type { MadeMatch } from './load-requests.ts';

/** Puts the case of a match that has ended online again; the sheet says first what follows. */
export function useRelist({ id = 0, about = '' }: Partial<Pick<MadeMatch, 'id' | 'about'>> = {}) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { busy, problem, run } = useAction({ refresh: true });
  const relist = async () => {
    const sure = await ask({
      title: t('requests.relistTitle'),
      message: t('requests.relistText', { about }),
      confirmLabel: t('requests.relist'),
      cancelLabel: t('requests.notYet'),
    });
    if (!sure) return;
    await run(
      (api) => api('PUT /api/users/matches/{id}/end', { params: { id }, body: { relist: true } }),
      t('tutoring.nowOnline'),
    );
  };
  return { busy, problem, relist };
}
