import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { PageLinks } from './page-links.tsx';

const row = {
  links: [
    ['/faq', 'nav.faq'],
    ['/terms-conditions', 'terms.use'],
    ['/terms-conditions?doc=privacy', 'terms.privacy'],
    ['/terms-conditions?doc=tutor', 'terms.tutor'],
    ['/terms-conditions?doc=eraser', 'terms.eraser'],
    ['/terms-conditions?doc=ai', 'terms.ai'],
    ['/wx', 'nav.wechat'],
  ],
  linkClass: 'flex min-h-11 items-center hover:text-ink',
} as const;

export function Footer() {
  const t = useTranslate();
  const { root } = useShell();
  return (
    <footer className="mt-16 border-line border-t">
      <div className="mx-auto grid max-w-page gap-6 px-4 py-10 text-ink-2 text-sm lg:grid-cols-[1fr_auto]">
        <div className="max-w-[36rem] text-pretty">
          <p className="font-bold font-serif text-base text-ink">{root?.company.name ?? '明師'}</p>
          <p className="mt-1">{root?.company.fee_note}</p>
          <p>{root?.company.privacy_note}</p>
        </div>
        <PageLinks
          aria-label={t('nav.footer')}
          className="grid grid-cols-2 gap-x-8 lg:grid-cols-3"
          row={row}
        />
      </div>
    </footer>
  );
}
