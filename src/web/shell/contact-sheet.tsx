import { useEffect, useState } from 'react';
import { useWords } from '#web/words.tsx';
import { type ReferenceData, reference } from '../reference/store.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useApi } from './api-provider.tsx';
import { QrCodes } from './qr-codes.tsx';
import { useShell } from './use-shell.tsx';

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
