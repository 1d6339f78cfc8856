import { useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { TutorDetail } from '#shared/tutors.ts';
import { useRememberedList } from '#web/domains/market/back-to-list.tsx';
import { Price } from '#web/domains/market/price.tsx';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { usePageRefresh } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { chipClass } from '#web/ui/card-style.ts';
import { DeskDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AskButton } from './ask-button.tsx';
import { type CaseMatchView, type CasesPageData, loadCases } from './load-cases.ts';
import { MatchCard } from './match-card.tsx';
import { MatchResults } from './match-results.tsx';
import { useCompute } from './use-compute.ts';
import { useRelax } from './use-relax.ts';

export const meta = pageMeta('tutorCases');
export const loader = async (args: LoaderFunctionArgs) => ({ page: await loadCases(args) });

export default function TutorCases() {
  const t = useTranslate();
  const { href } = useShell();
  const { page } = useLoaderData<typeof loader>();
  if (!page) return <SignedOut title={t('pages.tutorCases.title')} />;
  if (page.listing) return <Results page={page} listing={page.listing} />;
  return (
    <div className="py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('pages.tutorCases.title')}</h1>
      <EmptyState
        drawing={<DeskDrawing />}
        title={t('matching.noListingTitle')}
        text={t('matching.noListingText')}
        action={
          <ButtonLink variant="primary" to={href('/me/tutor')}>
            {t('matching.makeListing')}
          </ButtonLink>
        }
      />
    </div>
  );
}

type Listing = NonNullable<CasesPageData['listing']>;

function Results({ page: { results }, listing }: { page: CasesPageData; listing: Listing }) {
  const t = useTranslate();
  const api = useApi();
  const { href } = useShell();
  const heading = useRef<HTMLHeadingElement>(null);
  const computing = useCompute(() => api('POST /api/algorithms/case_matcher'));
  const relax = useRelax<TutorDetail>({
    read: async () => {
      const { listing: kept } = await api('GET /api/users/tutor_listing');
      if (!kept) throw new Error('the listing is gone');
      return kept;
    },
    write: (kept, relaxation) =>
      api('PUT /api/common_info/teacher_detailed_registration/{id}', {
        params: { id: listing.id },
        body: { ...kept, ...relaxation?.change },
      }),
    compute: computing.compute,
    onDone: () => heading.current?.focus(),
  });
  usePageRefresh({ on: ['notice'] });
  useRememberedList();

  return (
    <MatchResults
      of="cases"
      results={results}
      computing={computing}
      relax={relax}
      headingRef={heading}
      lead={listing.lines[0] ?? ''}
      aside={
        <>
          <div>
            <h2 className="text-lg">
              <span className="font-sans">{listing.name}</span>
            </h2>
            {listing.lines.map((line) => (
              <p key={line} className="text-ink-2 text-sm">
                {line}
              </p>
            ))}
          </div>
          <div className="border-line border-t pt-4">
            <p className="text-ink-2 text-sm">{t('matching.fee')}</p>
            <Price amount={listing.price} />
          </div>
          <ButtonLink to={href('/me/tutor')} className="w-full">
            {t('matching.editListing')}
          </ButtonLink>
        </>
      }
      notices={
        !listing.isListed && (
          <Notice className="grid justify-items-start gap-3">
            {t('matching.unlisted')}
            <ButtonLink to={href('/my-tutoring')}>{t('matching.toListing')}</ButtonLink>
          </Notice>
        )
      }
      tools={results && <BelowLine below={results.below} withBelow={results.withBelow} />}
      pagePath={(pages) => pathOf(href, { pages, withBelow: results?.withBelow ?? false })}
      card={(one, place) => <CaseMatch key={one.id} one={one} listing={listing} place={place} />}
    />
  );
}

type Place = { pages?: number; withBelow: boolean };
const pathOf = (href: (path: string) => string, { pages = 1, withBelow }: Place) => {
  const parts = [withBelow ? 'below=1' : '', pages > 1 ? `pages=${pages}` : ''].filter(Boolean);
  return `${href('/me/tutor/cases')}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
};

/** How many pay less than the tutor's lowest price; they are shown on request. */
function BelowLine({ below, withBelow }: { below: number; withBelow: boolean }) {
  const t = useTranslate();
  const { href } = useShell();
  if (below === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-2 text-sm">
      {t(withBelow ? 'matching.belowShown' : 'matching.belowHidden', { count: below })}
      <AppLink
        to={pathOf(href, { withBelow: !withBelow })}
        className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
      >
        {t(withBelow ? 'matching.belowHide' : 'matching.belowShow')}
      </AppLink>
    </p>
  );
}

function CaseMatch(props: { one: CaseMatchView; listing: Listing; place: { id: string; isFirst: boolean } }) {
  const t = useTranslate();
  const { href } = useShell();
  const { one, listing, place } = props;
  const view = href(`/case/${one.id}`);
  const name = one.titles.join(t('matching.and'));
  return (
    <MatchCard
      id={place.id}
      to={view}
      title={name}
      chips={
        <>
          {one.over && <span className={chipClass.neutral}>{one.over}</span>}
          {one.sample && <span className={chipClass.amber}>{t('demo.badge')}</span>}
        </>
      }
      line={one.facts}
      word={one.word}
      reasons={one.reasons}
      drawback={one.drawback}
      points={one.points}
      price={<Price amount={one.price === null ? null : `HK$${one.price}`} />}
    >
      <AskButton
        as="tutor"
        caseId={one.id}
        listingId={listing.id}
        name={name}
        offer={one.offer}
        interest={one.interest}
        idle={!listing.isListed}
        view={view}
        isFirst={place.isFirst && !one.over}
      />
    </MatchCard>
  );
}
