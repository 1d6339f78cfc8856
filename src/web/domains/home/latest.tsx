import type { ReactNode } from 'react';
import { CardGrid } from '#web/domains/market/card-grid.tsx';
import type { CaseView } from '#web/domains/market/case-view.ts';
import type { TutorView } from '#web/domains/market/tutor-view.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { wideGridClass } from '#web/ui/card-style.ts';

/** The newest cases and tutors. */
export function Latest({ cases, tutors }: { cases: CaseView[]; tutors: TutorView[] }) {
  const t = useTranslate();
  return (
    <>
      <LatestRow title={t('home.casesTitle')} to="/more-tutor-case?tab=cases">
        {cases.length > 0 ? (
          <CardGrid list={cases} className={wideGridClass} />
        ) : (
          <p className="text-ink-2">{t('home.casesNone')}</p>
        )}
      </LatestRow>
      <LatestRow title={t('home.tutorsTitle')} to="/more-tutor-case?tab=tutors">
        {tutors.length > 0 ? (
          <CardGrid list={tutors} className={wideGridClass} />
        ) : (
          <p className="text-ink-2">{t('home.tutorsNone')}</p>
        )}
      </LatestRow>
    </>
  );
}

type LatestRowProps = { title: string; to: string; children: ReactNode };

function LatestRow({ title, to, children }: LatestRowProps) {
  const t = useTranslate();
  return (
    <section className="in-view-only border-line border-t py-10 lg:py-14">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 className="text-2xl">{title}</h2>
        <PageLink
          to={to}
          className="flex min-h-11 items-center whitespace-nowrap text-ink-2 text-sm hover:text-ink"
        >
          <span>
            {t('home.casesAll')}
            <span className="sr-only">{title}</span> →
          </span>
        </PageLink>
      </div>
      {children}
    </section>
  );
}
