import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SealMark } from '#web/ui/seal-mark.tsx';
import { LanguageSwitch, ThemeSwitch } from './header-controls.tsx';
import { PageLinks } from './page-links.tsx';
import { useParts } from './parts.ts';

const row = {
  links: [
    ['/', 'nav.home'],
    ['/more-tutor-case', 'nav.cases'],
    ['/my-tutoring', 'nav.tutoring'],
    ['/aitutor', 'nav.aiTutor'],
    ['/erase', 'nav.erase'],
    ['/faq', 'nav.faq'],
  ],
  linkClass:
    'flex min-h-11 items-center border-transparent border-b-2 px-2 text-ink-2 text-sm hover:text-ink aria-[current]:border-seal aria-[current]:font-bold aria-[current]:text-ink',
} as const;

export function Header() {
  const t = useTranslate();
  const { root } = useShell();
  const { AccountControls } = useParts();
  return (
    <header className="sticky top-0 z-[2000] border-line border-b bg-paper">
      <div className="mx-auto flex h-14 max-w-page items-center gap-1.5 px-4 lg:h-[4.25rem] lg:gap-6">
        <PageLink
          to="/"
          className="flex min-h-11 items-center gap-2 whitespace-nowrap font-bold font-serif text-lg lg:text-xl"
        >
          <SealMark className="size-8" />
          {root?.company.name ?? '明師'}
        </PageLink>
        {root?.settings.demo && (
          <span
            lang="zh-Hant-HK"
            className="whitespace-nowrap rounded-full border border-amber/40 bg-amber-soft px-2 py-0.5 text-amber text-xs"
          >
            {t('demo.badge')}
          </span>
        )}
        <PageLinks aria-label={t('nav.main')} className="hidden gap-1 lg:flex" row={row} />
        <div className="ml-auto flex items-center lg:gap-2">
          <ThemeSwitch />
          <LanguageSwitch />
          <AccountControls />
        </div>
      </div>
    </header>
  );
}
