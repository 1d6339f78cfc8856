import type { LoaderFunctionArgs } from 'react-router';
import type { CaseDetail } from '#shared/cases.ts';
import type { Interest } from '#shared/interest.ts';
import type { TutorMatches } from '#shared/matching.ts';
import { dot, lessonsOf, subjectsOf } from '#web/domains/market/case-view.ts';
import { type Opened, openMarket } from '#web/domains/market/load-one.ts';
import { tutorView } from '#web/domains/market/tutor-view.ts';
import { loadSchools, nameIn } from '#web/domains/reference/named.ts';
import { timeInShort } from '#web/ground/i18n/times.ts';
import { ifSignedIn, orNotFound, requireId } from '#web/ground/routing/page-loader.ts';
import { askedBefore } from './asked-before.ts';
import { loadMatchNames, type MatchNames } from './load-names.ts';
import { drawbackWords, fitOf, halfHoursOf, reasonViews, slotWords } from './reasons.ts';
import { caseRelaxWords } from './relax-words.ts';
import { storedOrNull } from './stored-or-null.ts';
import { tutorReasons } from './tutor-reasons.ts';

/** The match results of one of the user's own cases, as text; undefined when not logged in. */
export async function loadTutors(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  const opened = await openMarket(args);
  return ifSignedIn(loadFor(opened, id).catch(orNotFound));
}
export type TutorsPageData = NonNullable<Awaited<ReturnType<typeof loadTutors>>>;
export type TutorMatchView = NonNullable<TutorsPageData['results']>['list'][number];

async function loadFor({ api, t, names: lists }: Opened, id: number) {
  const [parentCase, stored, advice, interests, names] = await Promise.all([
    api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } }),
    storedOrNull(api('GET /api/algorithms/tutor_matcher', { query: { case_id: id } })),
    storedOrNull(api('GET /api/algorithms/price_recommender', { query: { case_id: id } })),
    api('GET /api/users/interests', { query: { side: 'family', page_size: 100 } }),
    loadMatchNames(api, lists),
  ]);
  const caseInterests = interests.list.filter(({ case_id }) => case_id === id);
  return {
    id,
    status: parentCase.status,
    summary: summaryOf(t, names, parentCase),
    price: parentCase.price,
    advice,
    results: stored && (await resultsOf({ api, t }, names, parentCase, stored, caseInterests)),
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
  { api, t }: Pick<Opened, 'api' | 't'>,
  names: MatchNames,
  parentCase: CaseDetail,
  { list, near_misses, ...stored }: TutorMatches,
  caseInterests: readonly Interest[],
) {
  const schools = await loadSchools(
    api,
    list.map(({ tutor }) => tutor.school),
  );
  return {
    total: stored.total,
    capped: stored.total_is_capped,
    time: stored.computed_at,
    relaxations: near_misses.map((miss) => ({ ...miss, words: caseRelaxWords(t, names, parentCase, miss) })),
    list: list.map((found) => {
      const wordsOf = tutorReasons(t, names, parentCase, found);
      const { id, name, surname, studies, badges, price, sample } = tutorView(
        t,
        names,
        schools,
        found.tutor,
        parentCase.tutoring_region === null ? [] : [parentCase.tutoring_region],
      );
      const interest = caseInterests.find(({ listing_id }) => listing_id === id);
      return {
        ...{ id, name, surname, studies, badges, price, sample },
        fit: fitOf(found),
        reasons: reasonViews(t, found, wordsOf),
        drawback: drawbackWords(found, wordsOf),
        offer: {
          price: parentCase.price ?? found.tutor.price_min,
          below: Math.max(0, found.tutor.price_min - (parentCase.price ?? found.tutor.price_min)),
          times: slotWords(t, names, found.slots),
          slots: halfHoursOf(found.slots),
        },
        interest: interest && askedBefore(interest, 'family'),
      };
    }),
  };
}
