import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SealMark } from '#web/ui/seal-mark.tsx';
import { LanguageSwitch, ThemeSwitch } from './header-controls.tsx';
import { PageLinks, type PageRows, rowFor } from './page-links.tsx';
import { useParts } from './parts.ts';

const linkClass =
  'flex min-h-11 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2 text-ink-2 text-sm hover:text-ink aria-[current]:border-seal aria-[current]:font-bold aria-[current]:text-ink';
const home = ['/', 'nav.home'] as const;
const tutors = ['/tutors', 'nav.tutors'] as const;
const cases = ['/cases', 'nav.findCases'] as const;
const tutoring = ['/my-tutoring', 'nav.tutoring'] as const;
const schedule = ['/clock-in', 'nav.schedule'] as const;
const tools = [
  ['/aitutor', 'nav.aiTutor'],
  ['/erase', 'nav.erase'],
] as const;
const faq = ['/faq', 'nav.faq'] as const;

const forVisitors = { links: [home, tutors, cases, ...tools, faq], linkClass };
const rows: PageRows = {
  visitor: forVisitors,
  ai: forVisitors,
  family: { links: [home, tutors, schedule, tutoring, ...tools], waitingAt: '/my-tutoring', linkClass },
  tutor: { links: [home, cases, schedule, tutoring, ...tools], waitingAt: '/my-tutoring', linkClass },
};

export function Header() {
  const t = useTranslate();
  const { root } = useShell();
  const { AccountControls } = useParts();
  return (
    <header className="sticky top-0 z-[2000] border-line border-b bg-paper">
      <div className="mx-auto flex h-14 max-w-page items-center gap-1 px-4 lg:h-[4.25rem] lg:gap-6">
        <PageLink
          to="/"
          className="flex min-h-11 items-center gap-1.5 whitespace-nowrap font-bold font-serif text-lg lg:gap-2 lg:text-xl"
        >
          <SealMark className="size-8" />
          {root?.company.name ?? '明師'}
        </PageLink>
        {root?.settings.demo && (
          <span className="whitespace-nowrap rounded-full border border-amber/40 bg-amber-soft px-1.5 py-0.5 text-amber text-xs lg:px-2">
            {t('demo.badge')}
          </span>
        )}
        <PageLinks aria-label={t('nav.main')} className="hidden gap-1 lg:flex" row={rowFor(rows, root)} />
        <div className="ml-auto flex items-center lg:gap-2 max-[359px]:*:-ml-1.5">
          <ThemeSwitch />
          <LanguageSwitch />
          <AccountControls />
        </div>
      </div>
    </header>
  );
}
