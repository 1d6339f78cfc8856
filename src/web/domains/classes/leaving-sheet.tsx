import { useState } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useLogOut } from '#web/shell/account-controls.tsx';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';

type LeavingSheetProps = { open: boolean; count: number; onClose: () => void; forget: () => Promise<void> };

/** Logging out while taps still wait here: their owner says what becomes of them. */
export function LeavingSheet({ open, count, onClose, forget }: LeavingSheetProps) {
  const t = useWords();
  const leave = useLogOut();
  const [busy, setBusy] = useState<'keep' | 'drop'>();
  const go = async (what: 'keep' | 'drop') => {
    setBusy(what);
    if (what === 'drop') await forget();
    await leave('product', { hasAsked: true });
    setBusy(undefined);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      role="alertdialog"
      title={t('classes.leaving.title', { count })}
      description={t('classes.leaving.text')}
      footer={
        <div className="grid gap-2">
          <Button variant="primary" data-autofocus onClick={onClose}>
            {t('classes.leaving.stay')}
          </Button>
          <Button loading={busy === 'keep'} onClick={() => go('keep')}>
            {t('classes.leaving.keep')}
          </Button>
          <Button loading={busy === 'drop'} onClick={() => go('drop')}>
            {t('classes.leaving.drop')}
          </Button>
        </div>
      }
    />
  );
}
