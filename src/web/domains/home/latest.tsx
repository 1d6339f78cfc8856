import type { ReactNode } from 'react';
import { CardGrid } from '#web/domains/market/card-grid.tsx';
import type { CaseView } from '#web/domains/market/case-view.ts';
import type { TutorView } from '#web/domains/market/tutor-view.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Still } from '#web/ground/rendering/still.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { wideGridClass } from '#web/ui/card-look.ts';

/** The newest cases and tutors. */
export function Latest({ cases, tutors }: { cases: CaseView[]; tutors: TutorView[] }) {
  const t = useWords();
  return (
    <>
      <LatestRow head={heads.cases}>
        {cases.length > 0 ? (
          <CardGrid list={cases} className={wideGridClass} />
        ) : (
          <p className="text-ink-2">{t('home.casesNone')}</p>
        )}
      </LatestRow>
      <LatestRow head={heads.tutors}>
        {tutors.length > 0 ? (
          <CardGrid list={tutors} className={wideGridClass} />
        ) : (
          <p className="text-ink-2">{t('home.tutorsNone')}</p>
        )}
      </LatestRow>
    </>
  );
}

type Head = { title: 'home.casesTitle' | 'home.tutorsTitle'; to: string };
const heads = {
  cases: { title: 'home.casesTitle', to: '/more-tutor-case?tab=cases' },
  tutors: { title: 'home.tutorsTitle', to: '/more-tutor-case?tab=tutors' },
} as const satisfies Record<string, Head>;

function LatestRow({ head, children }: { head: Head; children: ReactNode }) {
  return (
    <section className="in-view-only border-line border-t py-10 lg:py-14">
      <Still className="mb-4 flex items-baseline justify-between gap-4" part={RowHead} of={head} />
      {children}
    </section>
  );
}

function RowHead({ of: { title, to } }: { of: Head }) {
  const t = useWords();
  return (
    <>
      <h2 className="text-2xl">{t(title)}</h2>
      <PageLink
        to={to}
        className="flex min-h-11 items-center whitespace-nowrap text-ink-2 text-sm hover:text-ink"
      >
        <span>
          {t('home.casesAll')}
          <span className="sr-only">{t(title)}</span> →
        </span>
      </PageLink>
    </>
  );
}
