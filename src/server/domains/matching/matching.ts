import { sql } from 'drizzle-orm';
import type { Match } from '#engine/matching/explain.ts';
import { MatchingInputError, type ParentCase } from '#engine/matching/input.ts';
import type { Matcher, TutorMatcher } from '#engine/matching/matcher.ts';
import { anyTime, fewResults } from '#engine/matching/near-misses.ts';
import { hiddenFrom } from '#server/domains/blocks/blocks.ts';
import { caseListOf, readCase } from '#server/domains/cases/cases.ts';
import type { Market } from '#server/domains/market/market.ts';
import { userViewer } from '#server/domains/market/views.ts';
import { listingOf, readListing } from '#server/domains/tutors/tutors.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { CaseCard, TutorCard } from '#shared/market.ts';
import {
  type CaseDraft,
  type CaseMatches,
  type CaseMatchQuery,
  type MatchQuery,
  mostAboveOffer,
  mostFitting,
  type PriceAdvice,
  type TutorMatches,
} from '#shared/matching.ts';
import { noStanding, type Standing, standingOfCase, standingOfListing } from './asked.ts';
import {
  firstPage,
  isWithinOffer,
  median,
  type StoredResult,
  shapeResult,
  tutorFilter,
  tutorOrders,
} from './results.ts';
import { noteShown } from './shows.ts';

export type Matching = ReturnType<typeof createMatching>;

/** What a first look shows: logged as shown, and all that is looked up for a draft. */
const shown = 10;
/** A draft has no id; this one belongs to no case. */
const draftId = Number.MAX_SAFE_INTEGER;

/** Finds matches with the in-memory index; stored results contain only row ids. */
export function createMatching(database: Database, market: Market) {
  const { db, transaction } = database;

  async function tutorsFor(parentCase: ParentCase, without: readonly number[], top?: number) {
    await market.index.ready;
    const { matchableTutors: index } = market.index;
    return guarded(() => {
      const { found, stored } = searchGroups(index, parentCase, without, top);
      // Beyond what is counted, nobody needs to know whom one thing keeps away.
      const short_of = stored.total_is_capped ? null : shortOf(index, parentCase, without, stored.total);
      return { found, stored: { ...stored, short_of } };
    });
  }

  /** What those who fit ask at least, whatever the family offers. */
  async function feesAsked(
    parentCase: ParentCase,
    without: readonly number[],
  ): Promise<PriceAdvice['asked']> {
    await market.index.ready;
    const { matchableTutors: index } = market.index;
    const { list } = guarded(() =>
      index.search({ ...parentCase, price: null }, { top: mostFitting + 1, without }),
    );
    const fees = list
      .slice(0, mostFitting)
      .flatMap(({ id }) => index.facts(id)?.priceMin ?? [])
      .sort((a, b) => a - b);
    const [lowest, highest] = [fees[0], fees.at(-1)];
    if (lowest === undefined || highest === undefined) return null;
    const middle = Math.round(median(fees));
    return { count: fees.length, is_capped: list.length > mostFitting, lowest, middle, highest };
  }

  /** The family's own listing, whom a block hides, and whom a trial has shown not to suit. */
  async function notFor(userId: number, tried: Standing['tried']) {
    const own = await listingOf(db, userId);
    const { listings } = await hiddenFrom(db, userId);
    return [...(own ? [own.id] : []), ...listings, ...tried.keys()];
  }

  type Query = { query?: MatchQuery; offer: number | null; standing?: Standing };

  async function showTutors(
    [stored, computed_at]: Kept,
    { query = firstPage, offer, standing = noStanding }: Query,
  ): Promise<TutorMatches> {
    const cards = await market.tutorCards([...stored.list.map(({ id }) => id), ...standing.tried.keys()]);
    const { list, ...rest } = shapeResult<TutorCard>(stored, {
      cards,
      standing,
      query,
      isWithin: ({ price_min }) => isWithinOffer(price_min, offer),
      matches: tutorFilter(query, offer),
      compare: tutorOrders[query.sort],
      typical: (found) => ({
        price: median(found.map(({ card }) => card.price_min)),
        minutes: median(found.map(({ facts }) => facts.minutes)),
        days: median(found.map(({ facts }) => facts.days)),
        experience: median(found.map(({ card }) => card.experience)),
        education: median(found.map(({ card }) => card.education)),
      }),
    });
    return {
      ...rest,
      short_of: stored.short_of ?? null,
      list: list.map(({ card, ...why }) => ({ tutor: card, ...why })),
      tried: withDays(cards, standing).map(({ card, ended_on }) => ({ tutor: card, ended_on })),
      computed_at,
    };
  }

  async function showCases(
    [stored, computed_at]: Kept,
    lowest: number,
    standing: Standing,
    { cases: only, hide_below = false, ...pages }: CaseMatchQuery = firstPage,
  ): Promise<CaseMatches> {
    const cards = await market.caseCards([...stored.list.map(({ id }) => id), ...standing.tried.keys()]);
    // What a family has asked for, or the tutor, is told whatever it pays.
    const isBelow = ({ id, price }: CaseCard) => price !== null && price < lowest && !standing.asked.has(id);
    const present = stored.list.flatMap(({ id }) => (standing.tried.has(id) ? [] : (cards.get(id) ?? [])));
    const { list, ...rest } = shapeResult<CaseCard>(stored, {
      cards,
      standing,
      query: { ...firstPage, ...pages },
      isWithin: ({ price }) => isWithinOffer(lowest, price),
      matches: (card) => (only === undefined || only.includes(card.id)) && !(hide_below && isBelow(card)),
      typical: (found) => {
        const prices = found.flatMap(({ card }) => card.price ?? []);
        return {
          price: prices.length === 0 ? null : median(prices),
          minutes: median(found.map(({ facts }) => facts.minutes)),
          days: median(found.map(({ facts }) => facts.days)),
          experience: null,
          education: null,
        };
      },
    });
    return {
      ...rest,
      below_minimum: present.filter(isBelow).length,
      list: list.map(({ card, ...why }) => ({ case: card, ...why })),
      tried: withDays(cards, standing).map(({ card, ended_on }) => ({ case: card, ended_on })),
      computed_at,
    };
  }

  return {
    async tutorsForDraft(draft: CaseDraft, viewer: number | undefined) {
      const { listings } = await hiddenFrom(db, viewer);
      const { stored } = await tutorsFor({ ...draft, id: draftId }, listings, shown);
      return showTutors([stored, new Date().toISOString()], { offer: draft.price });
    },

    async feesForDraft(draft: CaseDraft, viewer: number | undefined) {
      const { listings } = await hiddenFrom(db, viewer);
      return feesAsked({ ...draft, id: draftId }, listings);
    },

    async feesForCase(userId: number, caseId: number) {
      const parentCase = await readCase(db, userId, caseId);
      const { tried } = await standingOfCase(db, caseId);
      return feesAsked({ ...parentCase, status: 1 }, await notFor(userId, tried));
    },

    async tutorsForCase(userId: number, caseId: number) {
      const parentCase = await readCase(db, userId, caseId);
      const standing = await visibleStanding(userId, await standingOfCase(db, caseId), 'listings');
      const without = await notFor(userId, standing.tried);
      const { found, stored } = await tutorsFor({ ...parentCase, status: 1 }, without);
      const computedAt = await transaction(async (tx) => {
        await noteShown(
          tx,
          'tutors',
          found.map(({ id, features }) => ({ caseId, listingId: id, features })),
        );
        return keepResult(tx, { userId, kind: 'tutor_matcher', subjectId: caseId }, stored);
      });
      for (const { id } of found) market.views.seen('tutor', id, userViewer(userId));
      return showTutors([stored, computedAt], { offer: parentCase.price, standing });
    },

    async keptTutors(userId: number, caseId: number, query: MatchQuery) {
      const kept = await keptSinceHidden({ userId, kind: 'tutor_matcher', subjectId: caseId });
      const { price } = await readCase(db, userId, caseId);
      const standing = await visibleStanding(userId, await standingOfCase(db, caseId), 'listings');
      return showTutors(kept, { query, offer: price, standing });
    },

    async casesForTutor(userId: number) {
      const tutor = await ownListing(userId);
      const listedTutor = { ...tutor, is_listed: true, match_status: 2 };
      const own = (await caseListOf(db, userId)).map(({ id }) => id);
      const standing = await visibleStanding(userId, await standingOfListing(db, tutor.id), 'cases');
      const without = [...own, ...(await hiddenFrom(db, userId)).cases, ...standing.tried.keys()];
      await market.index.ready;
      const { found, stored } = guarded(() =>
        searchGroups(market.index.matchableCases, listedTutor, without),
      );
      const computedAt = await transaction(async (tx) => {
        await noteShown(
          tx,
          'cases',
          found.map(({ id, features }) => ({ caseId: id, listingId: tutor.id, features })),
        );
        return keepResult(tx, { userId, kind: 'case_matcher', subjectId: tutor.id }, stored);
      });
      for (const { id } of found) market.views.seen('case', id, userViewer(userId));
      return showCases([stored, computedAt], tutor.price_min, standing);
    },

    async keptCases(userId: number, query: CaseMatchQuery) {
      const { id, price_min } = await ownListing(userId);
      const kept = await keptSinceHidden({ userId, kind: 'case_matcher', subjectId: id });
      const standing = await visibleStanding(userId, await standingOfListing(db, id), 'cases');
      return showCases(kept, price_min, standing, query);
    },
  };

  /** Who is hidden is not told of as tried either. */
  async function visibleStanding(userId: number, standing: Standing, of: 'listings' | 'cases') {
    if (standing.tried.size === 0) return standing;
    const hidden = (await hiddenFrom(db, userId))[of];
    return { ...standing, tried: new Map([...standing.tried].filter(([id]) => !hidden.includes(id))) };
  }

  /**
   * A result that was computed before somebody was hidden may count them, and one of an older release counts
   * otherwise; neither is shown any more.
   */
  async function keptSinceHidden(whose: Whose): Promise<Kept> {
    const { result, computedAt } = await storedResult<StoredResult>(db, whose);
    const { since } = await hiddenFrom(db, whose.userId);
    if (since && new Date(computedAt) <= since) throw new AppError('notFound');
    if (result.total_above_offer === undefined) throw new AppError('notFound');
    return [result, computedAt];
  }

  async function ownListing(userId: number) {
    const listing = await listingOf(db, userId);
    if (!listing) throw new AppError('listingNeeded');
    return readListing(db, userId, listing.id);
  }
}

/** A result and when it was computed. */
type Kept = [StoredResult, string];

/**
 * Who fits within the offer, then who asks more. With `top` only so many of each are looked up, and all are
 * counted.
 */
function searchGroups<Query>(
  index: Matcher<never, Query, unknown>,
  query: Query,
  without: readonly number[],
  top?: number,
): { found: Match[]; stored: StoredResult } {
  const groupOf = (prices: 'within' | 'above', most: number) => {
    const { list } = index.search(query, { top: top ?? most + 1, without, prices });
    const count = top === undefined ? list.length : index.count(query, { most: most + 1, without, prices });
    return { list: list.slice(0, most), count: Math.min(count, most), isCapped: count > most };
  };
  const within = groupOf('within', mostFitting);
  const above = groupOf('above', mostAboveOffer);
  const near = within.count < fewResults ? index.nearMisses(query, { without, prices: 'within' }) : [];
  const asStored = (list: readonly Match[], within_offer: boolean) =>
    list.map(({ features: _, ...why }) => ({ ...why, within_offer }));
  return {
    found: [...within.list, ...above.list].slice(0, shown),
    stored: {
      total: within.count,
      total_is_capped: within.isCapped,
      total_above_offer: above.count,
      total_above_offer_is_capped: above.isCapped,
      list: [...asStored(within.list, true), ...asStored(above.list, false)],
      near_misses: near as StoredResult['near_misses'],
    },
  };
}

/** Counted with the one thing left open, less those who fit anyway. */
function shortOf(index: TutorMatcher, parentCase: ParentCase, without: readonly number[], fitting: number) {
  const more = (change: Partial<ParentCase>, prices?: 'within') => {
    const count = index.count({ ...parentCase, ...change }, { most: fitting + mostFitting, without, prices });
    return count - fitting;
  };
  return {
    price: more({ price: null }),
    times: more(anyTime, 'within'),
    district: more({ tutoring_region: null }, 'within'),
  };
}

/** Those of a failed trial who can still be seen, the latest first. */
const withDays = <Card>(cards: ReadonlyMap<number, Card>, { tried }: Standing) =>
  [...tried]
    .flatMap(([id, ended_on]) => {
      const card = cards.get(id);
      return card === undefined ? [] : [{ card, ended_on }];
    })
    .sort((a, b) => b.ended_on.localeCompare(a.ended_on));

/** The engine knows the reference lists it was built with; it refuses ids that were added later. */
function guarded<Result>(search: () => Result): Result {
  try {
    return search();
  } catch (error) {
    if (error instanceof MatchingInputError) throw new AppError('badInput', { cause: error });
    throw error;
  }
}

type AlgorithmKind = 'tutor_matcher' | 'case_matcher' | 'price_recommender';
type Whose = { userId: number; kind: AlgorithmKind; subjectId: number };

/** Replaces the previous result. */
export async function keepResult(tx: Tx, { userId, kind, subjectId }: Whose, result: object) {
  const { rows } = await tx.execute<{ computed_at: Date | string }>(sql`
    insert into algorithm_results (user_id, kind, subject_id, result)
    values (${userId}, ${kind}, ${subjectId}, ${JSON.stringify(result)})
    on conflict (user_id, kind, subject_id)
    do update set result = excluded.result, computed_at = excluded.computed_at
    returning computed_at`);
  return momentOf(rows[0]);
}

export async function storedResult<Result>(db: Db, { userId, kind, subjectId }: Whose) {
  const { rows } = await db.execute<{ result: Result; computed_at: Date | string }>(sql`
    select result, computed_at from algorithm_results
    where user_id = ${userId} and kind = ${kind} and subject_id = ${subjectId}`);
  const [row] = rows;
  if (!row) throw new AppError('notFound');
  return { result: row.result, computedAt: momentOf(row) };
}

const momentOf = (row: { computed_at: Date | string } | undefined) =>
  new Date(row?.computed_at ?? Date.now()).toISOString();
