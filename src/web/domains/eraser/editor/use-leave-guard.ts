import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';

/** Asks before the page is left while strokes are not saved. They stay on this device either way. */
export function useLeaveGuard(hasUnsaved: boolean) {
  const t = useWords();
  const ask = useMessageBox();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    ask({
      title: t('editor.leave.title'),
      message: t('editor.leave.text'),
      confirmLabel: t('editor.leave.leave'),
      cancelLabel: t('editor.leave.stay'),
    }).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker, ask, t]);
  useEffect(() => {
    if (!hasUnsaved) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [hasUnsaved]);
}
