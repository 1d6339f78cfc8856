import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { classCalls } from '#shared/classes.ts';
import type { Locale } from '#shared/locale.ts';
import { planCalls } from '#shared/timetable/proposals.ts';
import { appeal, listOutcomes } from './appeal.ts';
import { feedOf, makeFeed, readFeed, revokeFeed } from './calendar.ts';
import { cancelPlanned } from './change-plan.ts';
import { clockIn } from './clock-in.ts';
import { answerDispute, confirmLesson, disputeLesson } from './confirm.ts';
import { settleLesson } from './locks.ts';
import { addLesson, undoTap } from './mend-record.ts';
import { tagClass, writeNote } from './notes.ts';
import { readPlanned, readSchedule } from './plan-view.ts';
import { listProposals, readProposal } from './proposal-views.ts';
import { acceptProposal, declineProposal, propose, withdrawProposal } from './proposals.ts';
import { printStatement } from './statements/printer.ts';
import { readSheet } from './statements/sheets.ts';
import { readStatement, statementCsv } from './statements/statement.ts';
import { listClasses, listLessons, readClass, readLesson, toClocked } from './views.ts';

type Options = { database: Database; reference: Reference; config: Pick<Config, 'demo'> };

export const classRoutes: FastifyPluginAsync<Options> = async (app, { database, reference, config }) => {
  const { db } = database;
  /** Changes a lesson and answers its new state. */
  const withLesson = (userId: number, id: number, work: (tx: Tx) => Promise<void>) =>
    settleLesson(database, async (tx) => {
      await work(tx);
      return readLesson(tx, userId, id);
    });
  /** The same for one planned lesson. */
  const withPlanned = (
    { session: { userId }, locale }: { session: { userId: number }; locale: Locale },
    { classId, plannedAt }: { classId: number; plannedAt: Date },
    work: (tx: Tx) => Promise<unknown>,
  ) =>
    settleLesson(database, async (tx) => {
      await work(tx);
      return readPlanned(tx, userId, { classId, plannedAt, locale });
    });
  /** The same for a proposal. */
  const withProposal = (id: number, work: (tx: Tx) => Promise<void>) =>
    settleLesson(database, async (tx) => {
      await work(tx);
      return readProposal(tx, id);
    });

  bindCalls(app, classCalls, {
    'GET /api/users/classes': ({ query, visitor }) => listClasses(db, visitor.session.userId, query),
    'GET /api/users/classes/{id}': ({ params, visitor }) => readClass(db, visitor.session.userId, params.id),

    'POST /api/users/clock_in': ({ body, visitor: { session } }) =>
      settleLesson(database, async (tx) => {
        const { cls, lesson } = await clockIn(tx, session.userId, body);
        return toClocked(cls, lesson, session.userId);
      }),
    'GET /api/users/clock_in': ({ query, visitor }) => listLessons(db, visitor.session.userId, query),
    'GET /api/users/clock_in/{id}': ({ params, visitor }) =>
      readLesson(db, visitor.session.userId, params.id),
    'PUT /api/users/clock_in/{id}/confirm': ({ params: { id }, visitor: { session } }) =>
      withLesson(session.userId, id, (tx) => confirmLesson(tx, session.userId, id)),
    'PUT /api/users/clock_in/{id}/dispute': ({ params: { id }, body, visitor: { session } }) =>
      withLesson(session.userId, id, (tx) => disputeLesson(tx, session.userId, id, body.note)),
    'PUT /api/users/clock_in/{id}/account': ({ params: { id }, body, visitor: { session } }) =>
      withLesson(session.userId, id, (tx) => answerDispute(tx, session.userId, id, body.note)),

    'PUT /api/users/clock_in/{id}/note': ({ params: { id }, body, visitor: { session } }) =>
      withLesson(session.userId, id, (tx) => writeNote(tx, session.userId, id, body)),
    'PUT /api/users/classes/{id}/tag': ({ params: { id }, body, visitor: { session } }) =>
      settleLesson(database, async (tx) => {
        await tagClass(tx, session.userId, id, body.tag);
        return readClass(tx, session.userId, id);
      }),
    'PUT /api/users/clock_in/{id}/undo': ({ params: { id }, body, visitor: { session } }) =>
      withLesson(session.userId, id, (tx) => undoTap(tx, session.userId, id, body.what)),
    'POST /api/users/classes/{id}/lessons': ({ params, body, visitor: { session } }) =>
      settleLesson(database, async (tx) =>
        readLesson(tx, session.userId, await addLesson(tx, session.userId, params.id, body)),
      ),

    'GET /api/users/schedule': ({ query, visitor }) =>
      readSchedule(db, visitor.session.userId, query, visitor.locale),
    'POST /api/users/classes/{id}/cancel': ({ params: { id }, body, visitor }) => {
      const plannedAt = new Date(body.planned_at);
      return withPlanned(visitor, { classId: id, plannedAt }, (tx) =>
        cancelPlanned(tx, visitor.session.userId, id, { plannedAt, reason: body.reason }),
      );
    },
    'POST /api/users/classes/{id}/reschedule': ({ params: { id }, body, visitor }) => {
      const plannedAt = new Date(body.planned_at);
      const { planned_at, moved_to: starts_at, replaces } = body;
      const key = randomUUID();
      return withPlanned(visitor, { classId: id, plannedAt }, (tx) =>
        propose(tx, visitor.session.userId, id, { kind: 'move', key, planned_at, starts_at, replaces }),
      );
    },

    'GET /api/users/reliability': ({ query, visitor }) => listOutcomes(db, visitor.session.userId, query),
    'PUT /api/users/reliability/{id}/appeal': ({ params, body, visitor: { session } }) =>
      settleLesson(database, (tx) => appeal(tx, session.userId, params.id, body.note)),

    'GET /api/users/calendar': ({ visitor }) => feedOf(db, visitor.session.userId),
    'PUT /api/users/calendar': ({ body, visitor: { session, locale } }) =>
      settleLesson(database, (tx) => makeFeed(tx, session.userId, { locale, isBusyOnly: body.is_busy_only })),
    'DELETE /api/users/calendar': async ({ visitor }) => {
      await database.transaction((tx) => revokeFeed(tx, visitor.session.userId));
      return { made_at: null, is_busy_only: false };
    },
    'GET /api/calendar.ics': ({ query, visitor: { origin } }) =>
      readFeed(db, reference, { code: query.code, origin }),

    'GET /api/users/classes/{id}/statement': ({ params, query, visitor }) =>
      readStatement(db, visitor.session.userId, params.id, query.month),
    'GET /api/users/classes/{id}/statement.csv': async ({ params, query, visitor }) =>
      statementCsv(await readStatement(db, visitor.session.userId, params.id, query.month), visitor.locale),
    'GET /api/users/classes/{id}/statement.pdf': async ({ params, query, visitor }) => {
      const sheet = await readSheet(db, reference, {
        userId: visitor.session.userId,
        classId: params.id,
        month: query.month,
        locale: query.locale ?? visitor.locale,
      });
      return printStatement({ ...sheet, isSample: config.demo });
    },
  });

  bindCalls(app, planCalls, {
    'GET /api/users/classes/{id}/proposals': ({ params, query, visitor }) =>
      listProposals(db, visitor.session.userId, params.id, query),
    'POST /api/users/classes/{id}/proposals': ({ params, body, visitor: { session } }) =>
      settleLesson(database, async (tx) =>
        readProposal(tx, await propose(tx, session.userId, params.id, body)),
      ),
    'PUT /api/users/plan_proposals/{id}/accept': ({ params: { id }, visitor: { session } }) =>
      withProposal(id, (tx) => acceptProposal(tx, session.userId, id)),
    'PUT /api/users/plan_proposals/{id}/decline': ({ params: { id }, visitor: { session } }) =>
      withProposal(id, (tx) => declineProposal(tx, session.userId, id)),
    'PUT /api/users/plan_proposals/{id}/withdraw': ({ params: { id }, visitor: { session } }) =>
      withProposal(id, (tx) => withdrawProposal(tx, session.userId, id)),
  });
};
