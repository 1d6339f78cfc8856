import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useMessageBox } from '../overlays/message-box.tsx';

/** Says before one leaves that changes are not saved; they stay on this device either way. */
export function useLeaveGuard(hasUnsaved: () => boolean) {
  const t = useTranslate();
  const ask = useMessageBox();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    ask({
      title: t('form.unsavedTitle'),
      message: t('form.unsavedText'),
      confirmLabel: t('form.unsavedLeave'),
      cancelLabel: t('form.unsavedStay'),
    }).then((isLeaving) => (isLeaving ? blocker.proceed() : blocker.reset()));
  }, [blocker, ask, t]);
}
