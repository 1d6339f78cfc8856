// Applications, invitations and the matches they become; "interest" is one side asking the other.
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '#server/ground/config/config.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { interestCalls } from '#shared/interest.ts';
import { agreeToContact } from './contact.ts';
import { act, askLimits, settleInterest } from './interest.ts';
import { decideTrial, finishMatch, switchCase } from './matches.ts';
import { offerFacts } from './offer-facts.ts';
import { acceptTrial, cancelTrial, proposeTrial } from './trial.ts';
import {
  listInterests,
  listMatches,
  readInterest,
  readMatch,
  readTrial,
  refuseHiddenMatch,
} from './views.ts';

type Options = { config: Pick<Config, 'interest'>; database: Database; vault: PhoneEncryption };

export const interestRoutes: FastifyPluginAsync<Options> = async (app, { config, database, vault }) => {
  const { db } = database;
  const limits = { ...config.interest, ...askLimits };
  /** Changes a match and answers its new state. */
  const withMatch = (userId: number, id: number, work: (tx: Tx) => Promise<void>) =>
    settleInterest(database, async (tx) => {
      await work(tx);
      return readMatch(tx, vault, userId, id);
    });

  /** The same for its trial lesson. */
  const withTrial = (userId: number, id: number, work: (tx: Tx) => Promise<void>) =>
    settleInterest(database, async (tx) => {
      await work(tx);
      return readTrial(tx, userId, id);
    });

  bindCalls(app, interestCalls, {
    'PUT /api/users/case_online/{id}': ({ params, visitor }) =>
      settleInterest(database, (tx) => switchCase(tx, visitor.session.userId, params.id, 'online')),
    'PUT /api/users/case_offline/{id}': ({ params, visitor }) =>
      settleInterest(database, (tx) => switchCase(tx, visitor.session.userId, params.id, 'offline')),

    'POST /api/users/interest': ({ body, visitor: { session } }) =>
      settleInterest(database, async (tx) =>
        readInterest(tx, session.userId, await act(tx, session.userId, body, limits)),
      ),
    'GET /api/users/interest_facts': ({ query: { case_id, listing_id }, visitor }) =>
      offerFacts(db, visitor.session.userId, { caseId: case_id, listingId: listing_id }, limits),
    'GET /api/users/interests': ({ query, visitor }) => listInterests(db, visitor.session.userId, query),
    'GET /api/users/interests/{id}': ({ params, visitor }) =>
      readInterest(db, visitor.session.userId, params.id),

    'GET /api/users/matches': ({ query, visitor }) => listMatches(db, vault, visitor.session.userId, query),
    'GET /api/users/matches/{id}': ({ params, visitor }) =>
      withMatch(visitor.session.userId, params.id, (tx) =>
        refuseHiddenMatch(tx, visitor.session.userId, params.id),
      ),
    'PUT /api/users/matches/{id}/trial': ({ params, body, visitor: { session } }) =>
      withMatch(session.userId, params.id, (tx) => decideTrial(tx, session.userId, params.id, body)),
    'GET /api/users/matches/{id}/trial': ({ params, visitor }) =>
      readTrial(db, visitor.session.userId, params.id),
    'POST /api/users/matches/{id}/trial_proposal': ({ params, body, visitor: { session } }) =>
      withTrial(session.userId, params.id, (tx) =>
        proposeTrial(tx, session.userId, params.id, {
          startsAt: new Date(body.starts_at),
          replaces: body.replaces,
        }),
      ),
    'PUT /api/users/matches/{id}/trial_proposal/accept': ({ params, body, visitor: { session } }) =>
      withTrial(session.userId, params.id, (tx) =>
        acceptTrial(tx, session.userId, params.id, body.proposal_id),
      ),
    'PUT /api/users/matches/{id}/trial_proposal/cancel': ({ params, body, visitor: { session } }) =>
      withTrial(session.userId, params.id, (tx) =>
        cancelTrial(tx, session.userId, params.id, body.proposal_id),
      ),
    'PUT /api/users/matches/{id}/end': ({ params, body, visitor: { session } }) =>
      withMatch(session.userId, params.id, (tx) => finishMatch(tx, session.userId, params.id, body)),
    'PUT /api/users/matches/{id}/contact': ({ params, body, visitor: { session } }) =>
      withMatch(session.userId, params.id, (tx) => agreeToContact(tx, session.userId, params.id, body.agree)),
  });
};
