import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { Problem } from './parts.tsx';

/** A tutor's photo, which an operator can remove. */
export function PhotoPart({ userId, photo }: { userId: number; photo: string }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { run, busy, problem } = useAction({ refresh: true });
  const remove = async () => {
    const sure = await ask({
      title: t('operator.photo.remove'),
      message: t('operator.photo.what'),
      confirmLabel: t('operator.photo.remove'),
      cancelLabel: t('operator.cancel'),
    });
    if (sure)
      await run(
        (api) => api('DELETE /api/operator/users/{id}/tutor_photo', { params: { id: userId } }),
        t('operator.photo.done'),
      );
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Problem>{problem}</Problem>
      <Portrait portrait={`photo-${photo}`} surname="" className="size-24" />
      <Button loading={busy} onClick={remove}>
        {t('operator.photo.remove')}
      </Button>
    </div>
  );
}
