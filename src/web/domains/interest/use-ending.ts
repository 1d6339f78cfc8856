import { tutorCalled } from '#shared/tutor-name.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import type { MatchView } from './match-view.ts';

/** Ending is final: the sheet says first what follows for whom. */
export function useEnding({ id, isFamily, tutor, about, cls }: MatchView) {
  const t = useTranslate();
  const name = tutorCalled(tutor, (surname) => t('ui.tutorCalled', { surname }));
  const ask = useMessageBox();
  const { busy, problem, run } = useAction({ refresh: true });
  return {
    busy,
    problem,
    async end() {
      const sure = await ask({
        title: isFamily && name ? t('requests.endNamed', { name }) : t('requests.endTitle'),
        message: [
          t(isFamily ? 'requests.endTextFamily' : 'requests.endText', { about }),
          cls?.next && t('requests.endNext', { when: cls.next.when }),
        ]
          .filter(Boolean)
          .join(''),
        confirmLabel: t('requests.end'),
        cancelLabel: t('requests.endKeep'),
      });
      if (!sure) return;
      await run(
        (api) => api('PUT /api/users/matches/{id}/end', { params: { id }, body: { relist: false } }),
        t('requests.ended'),
      );
    },
  };
}
