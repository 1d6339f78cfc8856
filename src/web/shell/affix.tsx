import ArrowUp from 'lucide-react/icons/arrow-up';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { Suspense, useEffect, useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { CachedIcon } from '#web/ground/rendering/cached-part.tsx';
import { cx } from '#web/ui/cx.ts';
import { useParts } from './parts.ts';

const button =
  'flex h-11 min-h-[44px] min-w-[44px] cursor-pointer items-center justify-center gap-2 rounded-full border border-line bg-sheet px-3 text-ink text-sm min-[84rem]:px-0 min-[84rem]:shadow-float';
const wideOnly = 'min-[84rem]:sr-only';
const help = { icon: CircleHelp, className: 'size-5' };
const arrowUp = { icon: ArrowUp, className: 'size-5' };

/**
 * Back to top, and where to turn. They float beside the page where there is room for them; elsewhere they would cover
 * what it offers, and stand at its end.
 */
export function Affix() {
  const t = useTranslate();
  const { ContactSheet } = useParts();
  const [contact, setContact] = useState<{ open: boolean }>();
  const scrolled = useScrolled();
  return (
    <aside
      aria-label={t('affix.label')}
      className="flex flex-wrap justify-center gap-2 px-4 py-4 min-[84rem]:fixed min-[84rem]:right-3 min-[84rem]:bottom-6 min-[84rem]:z-[2000] min-[84rem]:flex-col min-[84rem]:p-0"
    >
      <button type="button" className={button} onClick={() => setContact({ open: true })}>
        <CachedIcon look={help} />
        <span className={wideOnly}>{t('affix.contact')}</span>
      </button>
      {/* Its place is kept, so that the other button does not move under a finger while the page scrolls. */}
      <button
        type="button"
        className={cx(button, !scrolled && 'invisible')}
        onClick={() => document.scrollingElement?.scrollTo({ top: 0, behavior: 'smooth' })}
      >
        <CachedIcon look={arrowUp} />
        <span className={wideOnly}>{t('affix.top')}</span>
      </button>
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
