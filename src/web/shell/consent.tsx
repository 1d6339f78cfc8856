import { useState } from 'react';
import { type Consent, decideConsent } from '#web/ground/analytics.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';

/** Until the visitor answers, no analytics is loaded, sent or stored. */
export default function ConsentBanner() {
  const t = useTranslate();
  const { root } = useShell();
  const containerIds = root?.settings.analyticsContainerIds ?? [];
  const [isOpen, setIsOpen] = useState(root?.consent === undefined);
  if (!isOpen) return null;
  const decide = (consent: Consent) => {
    decideConsent(consent, containerIds);
    setIsOpen(false);
  };
  return (
    <section
      aria-label={t('consent.title')}
      className="fixed inset-x-0 bottom-14 z-[2010] border-line border-t bg-sheet p-4 shadow-float lg:bottom-0"
    >
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-3">
        <p className="flex-1 basis-60 text-sm">{t('consent.text')}</p>
        <Button variant="secondary" onClick={() => decide('denied')}>
          {t('consent.refuse')}
        </Button>
        <Button variant="primary" onClick={() => decide('granted')}>
          {t('consent.accept')}
        </Button>
      </div>
    </section>
  );
}
