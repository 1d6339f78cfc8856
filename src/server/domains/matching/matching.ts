import { sql } from 'drizzle-orm';
import type { Match } from '#engine/matching/explain.ts';
import { MatchingInputError, type ParentCase } from '#engine/matching/input.ts';
import { fewResults } from '#engine/matching/near-misses.ts';
import { hiddenFrom } from '#server/domains/blocks/blocks.ts';
import { caseListOf, readCase } from '#server/domains/cases/cases.ts';
import type { Market } from '#server/domains/market/market.ts';
import { userViewer } from '#server/domains/market/views.ts';
import { listingOf, readListing } from '#server/domains/tutors/tutors.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { countedTotal } from '#shared/market.ts';
import type { CaseDraft, CaseMatches, TutorMatches } from '#shared/matching.ts';
import { noteShown } from './shows.ts';

export type Matching = ReturnType<typeof createMatching>;

const shown = 10;
/** A draft has no id; this one belongs to no case. */
const draftId = Number.MAX_SAFE_INTEGER;

type Explained = Omit<Match, 'features'>;
type StoredResult = Pick<TutorMatches, 'total' | 'total_is_capped' | 'near_misses'> & { list: Explained[] };

/** Finds matches with the in-memory index; stored results contain only row ids. */
export function createMatching(database: Database, market: Market) {
  const { db, transaction } = database;

  async function tutorsFor(parentCase: ParentCase, without: readonly number[]) {
    await market.index.ready;
    const index = market.index.matchableTutors;
    return guarded(() => {
      const { list } = index.search(parentCase, { top: shown, without });
      const total = index.count(parentCase, { most: countedTotal + 1, without });
      const near_misses = list.length < fewResults ? index.nearMisses(parentCase, { without }) : [];
      return { found: list, stored: storedOf(list, total, near_misses as StoredResult['near_misses']) };
    });
  }

  async function showTutors({ list, ...rest }: StoredResult, computed_at: string): Promise<TutorMatches> {
    const cards = await market.tutorCards(list.map(({ id }) => id));
    return {
      ...rest,
      list: list.flatMap(({ id, ...why }) => {
        const tutor = cards.get(id);
        return tutor ? [{ tutor, ...why }] : [];
      }),
      computed_at,
    };
  }

  async function showCases({ list, ...rest }: StoredResult, computed_at: string): Promise<CaseMatches> {
    const cards = await market.caseCards(list.map(({ id }) => id));
    return {
      ...rest,
      list: list.flatMap(({ id, ...why }) => {
        const card = cards.get(id);
        return card ? [{ case: card, ...why }] : [];
      }),
      computed_at,
    };
  }

  return {
    async tutorsForDraft(draft: CaseDraft, viewer: number | undefined) {
      const { listings } = await hiddenFrom(db, viewer);
      const { stored } = await tutorsFor({ ...draft, id: draftId }, listings);
      return showTutors(stored, new Date().toISOString());
    },

    async tutorsForCase(userId: number, caseId: number) {
      const parentCase = await readCase(db, userId, caseId);
      const own = await listingOf(db, userId);
      const { listings } = await hiddenFrom(db, userId);
      const { found, stored } = await tutorsFor(
        { ...parentCase, status: 1 },
        own ? [own.id, ...listings] : listings,
      );
      const computedAt = await transaction(async (tx) => {
        await noteShown(
          tx,
          'tutors',
          found.map(({ id, features }) => ({ caseId, listingId: id, features })),
        );
        return keepResult(tx, { userId, kind: 'tutor_matcher', subjectId: caseId }, stored);
      });
      for (const { id } of found) market.views.seen('tutor', id, userViewer(userId));
      return showTutors(stored, computedAt);
    },

    async keptTutors(userId: number, caseId: number) {
      return showTutors(...(await keptSinceHidden({ userId, kind: 'tutor_matcher', subjectId: caseId })));
    },

    async casesForTutor(userId: number) {
      const tutor = await ownListing(userId);
      const listedTutor = { ...tutor, is_listed: true, match_status: 2 };
      const own = (await caseListOf(db, userId)).map(({ id }) => id);
      const without = [...own, ...(await hiddenFrom(db, userId)).cases];
      await market.index.ready;
      const index = market.index.matchableCases;
      const { found, stored } = guarded(() => {
        const { list } = index.search(listedTutor, { top: shown, without });
        const near = list.length < fewResults ? index.nearMisses(listedTutor, { without }) : [];
        const total = index.count(listedTutor, { most: countedTotal + 1, without });
        return { found: list, stored: storedOf(list, total, near as StoredResult['near_misses']) };
      });
      const computedAt = await transaction(async (tx) => {
        await noteShown(
          tx,
          'cases',
          found.map(({ id, features }) => ({ caseId: id, listingId: tutor.id, features })),
        );
        return keepResult(tx, { userId, kind: 'case_matcher', subjectId: tutor.id }, stored);
      });
      for (const { id } of found) market.views.seen('case', id, userViewer(userId));
      return showCases(stored, computedAt);
    },

    async keptCases(userId: number) {
      const { id } = await ownListing(userId);
      return showCases(...(await keptSinceHidden({ userId, kind: 'case_matcher', subjectId: id })));
    },
  };

  /** A result that was computed before somebody was hidden may count them, so it is not shown any more. */
  async function keptSinceHidden(whose: Whose): Promise<[StoredResult, string]> {
    const { result, computedAt } = await storedResult<StoredResult>(db, whose);
    const { since } = await hiddenFrom(db, whose.userId);
    if (since && new Date(computedAt) <= since) throw new AppError('notFound');
    return [result, computedAt];
  }

  async function ownListing(userId: number) {
    const listing = await listingOf(db, userId);
    if (!listing) throw new AppError('listingNeeded');
    return readListing(db, userId, listing.id);
  }
}

function storedOf(
  list: readonly Match[],
  total: number,
  near_misses: StoredResult['near_misses'],
): StoredResult {
  return {
    total: Math.min(total, countedTotal),
    total_is_capped: total > countedTotal,
    list: list.map(({ features: _, ...why }) => why),
    near_misses,
  };
}

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
