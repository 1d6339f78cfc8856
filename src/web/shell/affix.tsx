import { ArrowUp, QrCode } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReferenceData, reference } from '../reference/store.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useApi } from './api-provider.tsx';
import { QrCodes } from './qr-codes.tsx';
import { useShell } from './use-shell.ts';

const button =
  'flex size-11 min-h-[44px] min-w-[44px] cursor-pointer items-center justify-center rounded-full border border-line bg-sheet text-ink shadow-float';

/** Floats at the edge of the page: back to the top, and contact by QR code. */
export function Affix() {
  const { t } = useTranslation();
  const { locale } = useShell();
  const api = useApi();
  const [open, setOpen] = useState(false);
  const scrolled = useScrolled();
  const [codes, setCodes] = useState<ReferenceData<'qr_code'> | 'failed'>();

  const load = () => {
    setCodes(undefined);
    reference(api, locale, 'qr_code').then(setCodes, () => setCodes('failed'));
  };
  const contact = () => {
    setOpen(true);
    load();
  };
  return (
    <aside
      aria-label={t('affix.label')}
      className="fixed right-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-[2000] flex flex-col gap-2 lg:right-6 lg:bottom-6"
    >
      <button type="button" className={button} aria-label={t('affix.contact')} onClick={contact}>
        <QrCode className="size-5" strokeWidth={1.5} aria-hidden />
      </button>
      {scrolled && (
        <button
          type="button"
          className={button}
          aria-label={t('affix.top')}
          onClick={() => document.scrollingElement?.scrollTo({ top: 0, behavior: 'smooth' })}
        >
          <ArrowUp className="size-5" strokeWidth={1.5} aria-hidden />
        </button>
      )}
      <Sheet open={open} onClose={() => setOpen(false)} title={t('affix.contact')}>
        {codes === undefined && <Skeleton className="h-40" />}
        {codes === 'failed' && <ErrorState onRetry={load} />}
        {codes !== undefined && codes !== 'failed' && <QrCodes codes={codes} />}
      </Sheet>
    </aside>
  );
}

/** Whether the page is scrolled far enough for the way back to be worth a button. */
function useScrolled() {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled((document.scrollingElement?.scrollTop ?? 0) > 400);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return scrolled;
}
