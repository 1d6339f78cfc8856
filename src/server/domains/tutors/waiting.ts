import type { WaitingKind } from '#server/domains/waiting/kinds.ts';
import { readDraft } from './drafts.ts';

/** A listing that was begun and not sent, or changes of it that were not saved. */
export const tutorDraft: WaitingKind = {
  needsAnswer: false,
  find: async ({ db, userId, identity }) => {
    const draft = identity === 2 ? await readDraft(db, userId) : null;
    return draft ? [{ kind: 'tutor_draft', path: '/me/tutor', caseId: null }] : [];
  },
};
