import ArrowUp from 'lucide-react/icons/arrow-up';
import QrCode from 'lucide-react/icons/qr-code';
import { Suspense, useEffect, useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useParts } from './parts.ts';

const button =
  'flex size-11 min-h-[44px] min-w-[44px] cursor-pointer items-center justify-center rounded-full border border-line bg-sheet text-ink shadow-float';

/** Floating buttons at the edge of the page: back to top, and contact by QR code. */
export function Affix() {
  const t = useTranslate();
  const { ContactSheet } = useParts();
  const [contact, setContact] = useState<{ open: boolean }>();
  const scrolled = useScrolled();
  return (
    <aside
      aria-label={t('affix.label')}
      className="fixed right-4 bottom-[calc(4.5rem+var(--page-bar,0rem)+env(safe-area-inset-bottom))] z-[2000] flex flex-col gap-2 lg:right-6 lg:bottom-6"
    >
      <button
        type="button"
        className={button}
        aria-label={t('affix.contact')}
        onClick={() => setContact({ open: true })}
      >
        <QrCode className="size-5" />
      </button>
      {scrolled && (
        <button
          type="button"
          className={button}
          aria-label={t('affix.top')}
          onClick={() => document.scrollingElement?.scrollTo({ top: 0, behavior: 'smooth' })}
        >
          <ArrowUp className="size-5" />
        </button>
      )}
      {contact && (
        <Suspense>
          <ContactSheet open={contact.open} onClose={() => setContact({ open: false })} />
        </Suspense>
      )}
    </aside>
  );
}

/** Whether the page is scrolled far enough to show the back-to-top button. */
function useScrolled() {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const update = () => setScrolled((document.scrollingElement?.scrollTop ?? 0) > 400);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  return scrolled;
}
