import { sql } from 'drizzle-orm';
import type { Match } from '#engine/matching/explain.ts';
import { MatchingInputError, type ParentCase } from '#engine/matching/input.ts';
import { fewResults } from '#engine/matching/near-misses.ts';
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
/** A draft has no id; nobody is found by this one. */
const draftId = Number.MAX_SAFE_INTEGER;

type Explained = Omit<Match, 'features'>;
type Kept = Pick<TutorMatches, 'total' | 'total_is_capped' | 'near_misses'> & { list: Explained[] };

/** Who fits whom, by the index in memory; the result that is kept names rows by their ids only. */
export function createMatching(database: Database, market: Market) {
  const { db, transaction } = database;

  async function tutorsFor(wanted: ParentCase, ownListing: number | undefined) {
    await market.index.ready;
    const without = ownListing === undefined ? [] : [ownListing];
    const index = market.index.matchableTutors;
    return guarded(() => {
      const { list } = index.search(wanted, { top: shown, without });
      const total = index.count(wanted, { most: countedTotal + 1, without });
      const near_misses = list.length < fewResults ? index.nearMisses(wanted, { without }) : [];
      return { found: list, kept: keptOf(list, total, near_misses as Kept['near_misses']) };
    });
  }

  async function showTutors({ list, ...rest }: Kept, computed_at: string): Promise<TutorMatches> {
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

  async function showCases({ list, ...rest }: Kept, computed_at: string): Promise<CaseMatches> {
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
    async tutorsForDraft(draft: CaseDraft) {
      const { kept } = await tutorsFor({ ...draft, id: draftId }, undefined);
      return showTutors(kept, new Date().toISOString());
    },

    async tutorsForCase(userId: number, caseId: number) {
      const wanted = await readCase(db, userId, caseId);
      const { found, kept } = await tutorsFor({ ...wanted, status: 1 }, (await listingOf(db, userId))?.id);
      const computedAt = await transaction(async (tx) => {
        await noteShown(
          tx,
          'tutors',
          found.map(({ id, features }) => ({ caseId, listingId: id, features })),
        );
        return keepResult(tx, { userId, kind: 'tutor_matcher', subjectId: caseId }, kept);
      });
      for (const { id } of found) market.views.seen('tutor', id, userViewer(userId));
      return showTutors(kept, computedAt);
    },

    async keptTutors(userId: number, caseId: number) {
      const { result, computedAt } = await keptResult<Kept>(db, {
        userId,
        kind: 'tutor_matcher',
        subjectId: caseId,
      });
      return showTutors(result, computedAt);
    },

    async casesForTutor(userId: number) {
      const tutor = await ownListing(userId);
      const wished = { ...tutor, is_listed: true, match_status: 2 };
      const own = (await caseListOf(db, userId)).map(({ id }) => id);
      await market.index.ready;
      const index = market.index.matchableCases;
      const { found, kept } = guarded(() => {
        const { list } = index.search(wished, { top: shown, without: own });
        const near = list.length < fewResults ? index.nearMisses(wished, { without: own }) : [];
        const total = index.count(wished, { most: countedTotal + 1, without: own });
        return { found: list, kept: keptOf(list, total, near as Kept['near_misses']) };
      });
      const computedAt = await transaction(async (tx) => {
        await noteShown(
          tx,
          'cases',
          found.map(({ id, features }) => ({ caseId: id, listingId: tutor.id, features })),
        );
        return keepResult(tx, { userId, kind: 'case_matcher', subjectId: tutor.id }, kept);
      });
      for (const { id } of found) market.views.seen('case', id, userViewer(userId));
      return showCases(kept, computedAt);
    },

    async keptCases(userId: number) {
      const { id } = await ownListing(userId);
      const { result, computedAt } = await keptResult<Kept>(db, {
        userId,
        kind: 'case_matcher',
        subjectId: id,
      });
      return showCases(result, computedAt);
    },
  };

  async function ownListing(userId: number) {
    const listing = await listingOf(db, userId);
    if (!listing) throw new AppError('listingNeeded');
    return readListing(db, userId, listing.id);
  }
}

function keptOf(list: readonly Match[], total: number, near_misses: Kept['near_misses']): Kept {
  return {
    total: Math.min(total, countedTotal),
    total_is_capped: total > countedTotal,
    list: list.map(({ features: _, ...why }) => why),
    near_misses,
  };
}

/** The engine knows the reference lists it was made with; what has joined them since, it cannot judge. */
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

/** The latest takes the place of the one before. */
export async function keepResult(tx: Tx, { userId, kind, subjectId }: Whose, result: object) {
  const { rows } = await tx.execute<{ computed_at: Date | string }>(sql`
    insert into algorithm_results (user_id, kind, subject_id, result)
    values (${userId}, ${kind}, ${subjectId}, ${JSON.stringify(result)})
    on conflict (user_id, kind, subject_id)
    do update set result = excluded.result, computed_at = excluded.computed_at
    returning computed_at`);
  return momentOf(rows[0]);
}

export async function keptResult<Result>(db: Db, { userId, kind, subjectId }: Whose) {
  const { rows } = await db.execute<{ result: Result; computed_at: Date | string }>(sql`
    select result, computed_at from algorithm_results
    where user_id = ${userId} and kind = ${kind} and subject_id = ${subjectId}`);
  const [row] = rows;
  if (!row) throw new AppError('notFound');
  return { result: row.result, computedAt: momentOf(row) };
}

const momentOf = (row: { computed_at: Date | string } | undefined) =>
  new Date(row?.computed_at ?? Date.now()).toISOString();
