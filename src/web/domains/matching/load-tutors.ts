import type { LoaderFunctionArgs } from 'react-router';
import type { CaseDetail } from '#shared/cases.ts';
import { formatDay } from '#shared/hong-kong.ts';
import type { TutorMatches } from '#shared/matching.ts';
import { dot, lessonsOf, subjectsOf } from '#web/domains/market/case-view.ts';
import { type Opened, openMarket } from '#web/domains/market/load-one.ts';
import { soughtIn, tutorView } from '#web/domains/market/tutor-view.ts';
import { loadSchools, nameIn } from '#web/domains/reference/named.ts';
import { timeInShort } from '#web/ground/i18n/times.ts';
import { ifSignedIn, orNotFound, requireId } from '#web/ground/routing/page-loader.ts';
import { cardsPerPage, choiceQuery, isNarrowed, type MatchChoice, readChoice, readPages } from './filters.ts';
import { fitViewOf } from './fit-view.ts';
import { loadMatchNames, type MatchNames } from './load-names.ts';
import { caseRelaxWords } from './relax-words.ts';
import { halfHoursOf } from './slots.ts';
import { storedOrNull } from './stored-or-null.ts';

/** The match results of one of the user's own cases, as text; undefined when not logged in. */
export async function loadTutors(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  const opened = await openMarket(args);
  return ifSignedIn(loadFor(opened, id, args.url.searchParams).catch(orNotFound));
}
export type TutorsPageData = NonNullable<Awaited<ReturnType<typeof loadTutors>>>;
export type TutorMatchView = NonNullable<TutorsPageData['results']>['list'][number];

async function loadFor({ api, t, locale, names: lists }: Opened, id: number, params: URLSearchParams) {
  const [choice, pages] = [readChoice(params), readPages(params)];
  const query = { ...choiceQuery(choice), case_id: id, page_size: pages * cardsPerPage };
  const [parentCase, stored, advice, names, saved] = await Promise.all([
    api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } }),
    storedOrNull(api('GET /api/algorithms/tutor_matcher', { query })),
    storedOrNull(api('GET /api/algorithms/price_recommender', { query: { case_id: id } })),
    loadMatchNames(api, lists),
    api('GET /api/users/saved'),
  ]);
  const region = parentCase.tutoring_region;
  return {
    id,
    status: parentCase.status,
    summary: summaryOf(t, names, parentCase),
    price: parentCase.price,
    advice,
    choice,
    saved: saved.tutors,
    region: region === null ? null : { id: region, name: nameIn(names.regions, region) },
    results: stored && (await resultsOf({ api, t, locale }, names, parentCase, stored, { choice, pages })),
  };
}

function summaryOf(t: Opened['t'], names: MatchNames, parentCase: CaseDetail) {
  return {
    titles: parentCase.child_info.map((child) =>
      [nameIn(names.grades, child.grade), subjectsOf(names, child).join(t('market.and'))]
        .filter(Boolean)
        .join(dot),
    ),
    lines: [
      [nameIn(names.regions, parentCase.tutoring_region), nameIn(names.types, parentCase.tutoring_type)]
        .filter(Boolean)
        .join(dot),
      lessonsOf(t, names, parentCase),
      timeInShort(t, parentCase),
    ],
  };
}

async function resultsOf(
  { api, t, locale }: Pick<Opened, 'api' | 't' | 'locale'>,
  names: MatchNames,
  parentCase: CaseDetail,
  { list, near_misses, tried, typical, ...stored }: TutorMatches,
  { choice, pages }: { choice: MatchChoice; pages: number },
) {
  const schools = await loadSchools(
    api,
    list.map(({ tutor }) => tutor.school),
  );
  const sought = soughtIn(parentCase);
  return {
    total: stored.total,
    capped: stored.total_is_capped,
    above: stored.total_above_offer,
    aboveCapped: stored.total_above_offer_is_capped,
    shortOf: stored.short_of,
    listed: stored.listed,
    isNarrowed: isNarrowed(choice),
    pages,
    time: stored.computed_at,
    tried: tried.map(({ tutor, ended_on }) => ({
      id: tutor.id,
      name: tutorView(t, names, [], tutor).name,
      day: formatDay(ended_on, locale),
    })),
    relaxations: near_misses.map((miss) => ({ ...miss, words: caseRelaxWords(t, names, parentCase, miss) })),
    list: list.map((found) => {
      const { tutor, within_offer } = found;
      const { id, name, surname, portrait, studies, reviews, verified, price, sample } = tutorView(
        t,
        names,
        schools,
        tutor,
        sought,
      );
      const fit = fitViewOf(t, names, parentCase, found, typical);
      return {
        ...{ id, name, surname, portrait, studies, reviews, verified, price, sample },
        ...fit,
        within: within_offer,
        offer: {
          price: Math.min(parentCase.price ?? tutor.price_min, tutor.price_max),
          below: Math.max(0, tutor.price_min - (parentCase.price ?? tutor.price_min)),
          times: fit.times,
          slots: halfHoursOf(found.slots),
        },
      };
    }),
  };
}
