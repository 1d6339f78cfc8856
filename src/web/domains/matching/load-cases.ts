import type { LoaderFunctionArgs } from 'react-router';
import type { Interest } from '#shared/interest.ts';
import type { CaseMatches } from '#shared/matching.ts';
import type { TutorDetail } from '#shared/tutors.ts';
import { caseView, dot } from '#web/domains/market/case-view.ts';
import { type Opened, openMarket } from '#web/domains/market/load-one.ts';
import { priceRange, shortList, subjectNames } from '#web/domains/market/tutor-view.ts';
import { namesIn } from '#web/domains/reference/named.ts';
import { ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { askedBefore } from './asked-before.ts';
import { caseReasons } from './case-reasons.ts';
import { loadMatchNames, type MatchNames } from './load-names.ts';
import { drawbackWords, fitOf, halfHoursOf, reasonViews, slotWords } from './reasons.ts';
import { listingRelaxWords } from './relax-words.ts';
import { storedOrNull } from './stored-or-null.ts';

/** The cases that fit the user's own listing, as text; undefined when not logged in. */
export async function loadCases(args: LoaderFunctionArgs) {
  const opened = await openMarket(args);
  return ifSignedIn(loadOwn(opened));
}
export type CasesPageData = NonNullable<Awaited<ReturnType<typeof loadCases>>>;
export type CaseMatchView = NonNullable<CasesPageData['results']>['list'][number];

async function loadOwn({ api, t, names: lists }: Opened) {
  const { listing } = await api('GET /api/users/tutor_listing');
  if (!listing) return { listing: null, results: null };
  const [stored, interests, names] = await Promise.all([
    storedOrNull(api('GET /api/algorithms/case_matcher')),
    api('GET /api/users/interests', { query: { side: 'tutor', page_size: 100 } }),
    loadMatchNames(api, lists),
  ]);
  return {
    listing: {
      id: listing.id,
      name: listing.display_name,
      isListed: listing.is_listed,
      price: priceRange(listing),
      lines: [
        subjectNames(names, listing.subject_grades).join(t('market.and')),
        [
          shortList(t, namesIn(names.regions, listing.tutoring_region), 4, 'market.andMoreRegions'),
          namesIn(names.types, listing.tutoring_type).join(t('market.and')),
        ]
          .filter(Boolean)
          .join(dot),
      ],
    },
    results: stored && resultsOf(t, names, listing, stored, interests.list),
  };
}

function resultsOf(
  t: Opened['t'],
  names: MatchNames,
  listing: TutorDetail,
  { list, near_misses, ...stored }: CaseMatches,
  ownInterests: readonly Interest[],
) {
  return {
    total: stored.total,
    capped: stored.total_is_capped,
    time: stored.computed_at,
    relaxations: near_misses.map((miss) => ({ ...miss, words: listingRelaxWords(t, names, listing, miss) })),
    list: list.map((found) => {
      const wordsOf = caseReasons(t, names, listing, found);
      const { id, titles, facts, price, sample } = caseView(t, names, found.case);
      const interest = ownInterests.find(({ case_id }) => case_id === id);
      return {
        ...{ id, titles, facts, price, sample },
        fit: fitOf(found),
        reasons: reasonViews(t, found, wordsOf),
        drawback: drawbackWords(found, wordsOf),
        offer: {
          price: price ?? listing.price_min,
          // Tutors know their own lowest price; the reasons say where a case is below it.
          below: 0,
          times: slotWords(t, names, found.slots),
          slots: halfHoursOf(found.slots),
        },
        interest: interest && askedBefore(interest, 'tutor'),
      };
    }),
  };
}
