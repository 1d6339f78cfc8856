import type { ReactNode } from 'react';
import { CardGrid } from '#web/domains/market/card-grid.tsx';
import type { CaseView } from '#web/domains/market/case-view.ts';
import type { TutorView } from '#web/domains/market/tutor-view.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { wideGridClass } from '#web/ui/card-style.ts';

/** The newest tutors, or the newest cases. */
export function Latest({ about, list }: { about: 'tutors' | 'cases'; list: (CaseView | TutorView)[] }) {
  const t = useTranslate();
  return (
    <Section title={t(`home.${about}Title`)} to={`/${about}`} more={t('home.all')}>
      {list.length > 0 ? (
        <CardGrid list={list} className={wideGridClass} />
      ) : (
        <p className="text-ink-2">{t(`home.${about}None`)}</p>
      )}
    </Section>
  );
}

type SectionProps = { title: string; to?: string; more?: string; children: ReactNode };

export const sectionClass = 'border-line border-t py-8 lg:py-12';

/** A part of the home page, with a link to all of what it shows. */
export function Section({ title, to, more, children }: SectionProps) {
  return (
    <section className={sectionClass}>
      <SectionHead title={title} to={to} more={more} />
      {children}
    </section>
  );
}

export function SectionHead({
  title,
  to,
  more,
}: Omit<SectionProps, 'children' | 'to' | 'more'> & {
  to?: string | undefined;
  more?: string | undefined;
}) {
  return (
    <div className="mb-4 flex items-baseline justify-between gap-4">
      <h2 className="text-xl lg:text-2xl">{title}</h2>
      {to && (
        <PageLink
          to={to}
          className="flex min-h-11 min-w-11 items-center justify-end whitespace-nowrap text-ink-2 text-sm hover:text-ink"
        >
          <span>
            {more}
            <span className="sr-only">{title}</span> →
          </span>
        </PageLink>
      )}
    </div>
  );
}
