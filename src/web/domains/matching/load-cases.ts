import type { LoaderFunctionArgs } from 'react-router';
import { formatDay } from '#shared/hong-kong.ts';
import type { CaseMatches } from '#shared/matching.ts';
import type { TutorDetail } from '#shared/tutors.ts';
import { caseView, dot } from '#web/domains/market/case-view.ts';
import { type Opened, openMarket } from '#web/domains/market/load-one.ts';
import { priceRange, shortList, subjectNames } from '#web/domains/market/tutor-view.ts';
import { namesIn } from '#web/domains/reference/named.ts';
import { ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { cardsPerPage, readPages } from './filters.ts';
import { fitWordOf, pointsOf } from './fit-words.ts';
import { loadMatchNames, type MatchNames } from './load-names.ts';
import { listingRelaxWords } from './relax-words.ts';
import { halfHoursOf, slotWords } from './slots.ts';
import { storedOrNull } from './stored-or-null.ts';
import { caseSentences, say, told } from './telling.ts';

/** The cases that fit the user's own listing, as text; undefined when not logged in. */
export async function loadCases(args: LoaderFunctionArgs) {
  const opened = await openMarket(args);
  const { searchParams } = args.url;
  return ifSignedIn(loadOwn(opened, readPages(searchParams), searchParams.get('below') === '1'));
}
export type CasesPageData = NonNullable<Awaited<ReturnType<typeof loadCases>>>;
export type CaseMatchView = NonNullable<CasesPageData['results']>['list'][number];

async function loadOwn({ api, t, locale, names: lists }: Opened, pages: number, withBelow: boolean) {
  const { listing } = await api('GET /api/users/tutor_listing');
  if (!listing) return { listing: null, results: null };
  const [stored, names] = await Promise.all([
    storedOrNull(
      api('GET /api/algorithms/case_matcher', {
        query: { page_size: pages * cardsPerPage, ...(!withBelow && { hide_below: 'true' }) },
      }),
    ),
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
    results: stored && { ...resultsOf({ t, locale }, names, listing, stored, pages), withBelow },
  };
}

function resultsOf(
  { t, locale }: Pick<Opened, 't' | 'locale'>,
  names: MatchNames,
  listing: TutorDetail,
  { list, near_misses, tried, typical, ...stored }: CaseMatches,
  pages: number,
) {
  return {
    // What is counted is what is shown.
    total: stored.listed.fitting,
    capped: stored.total_is_capped,
    above: stored.listed.above_offer,
    aboveCapped: stored.total_above_offer_is_capped,
    listed: stored.listed,
    below: stored.below_minimum,
    isNarrowed: false,
    pages,
    time: stored.computed_at,
    tried: tried.map((one) => ({
      id: one.case.id,
      name: caseView(t, names, one.case).titles.join(t('matching.and')),
      day: formatDay(one.ended_on, locale),
    })),
    relaxations: near_misses.map((miss) => ({ ...miss, words: listingRelaxWords(t, names, listing, miss) })),
    list: list.map((found) => {
      const said = told(caseSentences({ t, names }, listing, found, typical), found.terms);
      const { id, titles, facts, price, sample } = caseView(t, names, found.case);
      const { asked, over, within_offer } = found;
      return {
        ...{ id, titles, facts, price, sample },
        within: within_offer,
        word: fitWordOf(found),
        points: pointsOf(found),
        reasons: said.reasons.map((sentence) => say(t, sentence)),
        drawback: said.drawback && say(t, said.drawback),
        over:
          over &&
          t(overCaseWords[over.how === 'declined' && over.by === 'tutor' ? 'declinedByMe' : over.how]),
        offer: {
          price: price ?? listing.price_min,
          // Tutors know their own lowest price; the drawback says where a case is below it.
          below: 0,
          times: slotWords(t, names, found.slots),
          slots: halfHoursOf(found.slots),
        },
        interest: asked && {
          id: asked.interest_id,
          status: asked.status,
          isMine: asked.asked_by === 'tutor',
        },
      };
    }),
  };
}

const overCaseWords = {
  declined: 'matching.over.declined',
  declinedByMe: 'matching.over.invitationDeclined',
  withdrawn: 'matching.over.invitationWithdrawn',
  ended: 'matching.over.ended',
} as const;
