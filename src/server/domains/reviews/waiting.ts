import { inArray } from 'drizzle-orm';
import { classes } from '#server/domains/classes/tables.ts';
import { hasSharedContacts, pairsOf } from '#server/domains/interest/matches.ts';
import { displayNamesOf } from '#server/domains/tutors/tutors.ts';
import { mostOfAKind, type WaitingKind } from '#server/domains/waiting/kinds.ts';
import { nameShown } from '#shared/tutor-name.ts';
import { reviewsDue } from './views.ts';

/** Reviews that may be written now. Nobody waits for them. */
export const openReviews: WaitingKind = {
  needsAnswer: false,
  find: async ({ db, userId }) => {
    const due = (await reviewsDue(db, userId)).list.slice(0, mostOfAKind);
    if (due.length === 0) return [];
    const ids = due.map(({ class_id }) => class_id);
    const theirs = await db
      .select({ id: classes.id, matchId: classes.matchId })
      .from(classes)
      .where(inArray(classes.id, ids));
    const pairs = await pairsOf(
      db,
      theirs.map(({ matchId }) => matchId),
    );
    const names = await displayNamesOf(
      db,
      pairs.flatMap(({ listingId }) => listingId ?? []),
    );
    return due.map(({ class_id, my_side, closes_at }) => {
      const pair = pairs.find(({ id }) => id === theirs.find((cls) => cls.id === class_id)?.matchId);
      const name = pair?.listingId ? names.get(pair.listingId) : undefined;
      return {
        kind: 'review_open',
        path: `/me/review/${class_id}`,
        caseId: pair?.caseId ?? null,
        tutor_name: pair && name && my_side === 'family' ? nameShown(name, hasSharedContacts(pair)) : null,
        until: closes_at,
      };
    });
  },
};
