import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Notice } from '../feedback/notice.tsx';
import { useMessageBox } from '../overlays/message-box.tsx';

/** Says that earlier input is back, and discards it once that is confirmed. */
export function RestoredNotice({ isEditing, onDiscard }: { isEditing: boolean; onDiscard: () => void }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const discard = async () => {
    const isSure = await ask({
      title: t('form.discardTitle'),
      message: t(isEditing ? 'form.discardChanges' : 'form.discardText'),
      confirmLabel: t('form.discardSure'),
      cancelLabel: t('form.discardKeep'),
    });
    if (isSure) onDiscard();
  };
  return (
    <Notice tone="jade" className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
      <span className="grow py-1">{t(isEditing ? 'form.changesRestored' : 'form.draftRestored')}</span>
      <button type="button" onClick={discard} className="min-h-11 text-sm underline underline-offset-4">
        {t(isEditing ? 'form.changesDiscard' : 'form.draftDiscard')}
      </button>
    </Notice>
  );
}
