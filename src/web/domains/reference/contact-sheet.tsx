import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Skeleton } from '#web/ui/feedback/waiting.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { QrCodes } from './qr-codes.tsx';
import { reference } from './store.ts';

/** Contact by QR code. */
export default function ContactSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslate();
  const { locale } = useShell();
  const {
    value: codes,
    problem,
    reading,
    reload,
  } = useRemote({ key: locale, read: (api) => reference(api, locale, 'qr_code'), when: open });
  return (
    <Sheet open={open} onClose={onClose} title={t('affix.contact')}>
      {!codes && problem === undefined && <Skeleton className="h-40" />}
      {problem !== undefined && <ErrorState onRetry={reload} retrying={reading} />}
      {codes && <QrCodes codes={codes} />}
    </Sheet>
  );
}
