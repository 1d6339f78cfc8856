import { useEffect, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { QrCodes } from './qr-codes.tsx';
import { type ReferenceData, reference } from './store.ts';

/** Contact by QR code. */
export default function ContactSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useWords();
  const { locale } = useShell();
  const api = useApi();
  const [codes, setCodes] = useState<ReferenceData<'qr_code'> | 'failed'>();
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another load
  useEffect(() => {
    if (!open) return;
    setCodes(undefined);
    reference(api, locale, 'qr_code').then(setCodes, () => setCodes('failed'));
  }, [open, api, locale, tries]);

  return (
    <Sheet open={open} onClose={onClose} title={t('affix.contact')}>
      {codes === undefined && <Skeleton className="h-40" />}
      {codes === 'failed' && <ErrorState onRetry={() => setTries(tries + 1)} />}
      {codes !== undefined && codes !== 'failed' && <QrCodes codes={codes} />}
    </Sheet>
  );
}
