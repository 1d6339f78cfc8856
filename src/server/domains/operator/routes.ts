import { eq } from 'drizzle-orm';
import type { FastifyPluginAsync } from 'fastify';
import { endSessionsOf } from '#server/domains/accounts/sessions.ts';
import { users } from '#server/domains/accounts/tables.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { transactionWithRetry } from '#server/ground/db/transaction-with-retry.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { operatorCalls, type SmsSpend } from '#shared/operator.ts';
import { grantQuota } from './actions.ts';
import { type AuditedAction, listAudit, recordAction } from './audit.ts';
import { listJobs, retryJob } from './jobs-overview.ts';
import { createQueue, type QueueKind } from './queue.ts';
import { readNumber } from './read-number.ts';
import { findUsers, readUser } from './users.ts';

export type OperatorParts = {
  database: Database;
  vault: PhoneEncryption;
  quota: Quota;
  smsSpend: () => Promise<SmsSpend>;
  queueKinds: readonly QueueKind[];
};

export const operatorRoutes: FastifyPluginAsync<OperatorParts> = async (app, parts) => {
  const { database, vault, quota, smsSpend, queueKinds } = parts;
  const queue = createQueue(queueKinds);

  /** Runs the action and its audit record in one transaction. */
  const recorded = <T>(
    visitor: { session: { userId: number } },
    entry: Omit<AuditedAction, 'operatorId'>,
    work: (tx: Tx) => T | Promise<T>,
  ) =>
    database.transaction(async (tx) => {
      await recordAction(tx, { operatorId: visitor.session.userId, ...entry });
      return work(tx);
    });

  bindCalls(app, operatorCalls, {
    'GET /api/operator/users': ({ query, visitor }) => {
      const by = query.mobile !== undefined ? 'mobile' : query.id !== undefined ? 'id' : 'newest';
      const phone =
        query.mobile === undefined ? undefined : readNumber(query.area_code, query.mobile, visitor.locale);
      return database.transaction(async (tx) => {
        const found = await findUsers(tx, vault, { ...query, phone });
        const aboutUser = by === 'newest' ? null : (found.list[0]?.id ?? null);
        await recordAction(tx, {
          operatorId: visitor.session.userId,
          action: 'users.searched',
          aboutUser,
          params: { by, page: query.page },
        });
        return found;
      });
    },
    'GET /api/operator/users/{id}': ({ params, visitor }) =>
      database.transaction(async (tx) => {
        const user = await readUser(tx, { vault, quota }, params.id);
        await recordAction(tx, {
          operatorId: visitor.session.userId,
          action: 'users.read',
          aboutUser: user.id,
        });
        return user;
      }),
    'POST /api/operator/users/{id}/quota': ({ params, body, visitor }) =>
      database.transaction((tx) =>
        grantQuota(tx, quota, { ...body, userId: params.id, operatorId: visitor.session.userId }),
      ),
    'POST /api/operator/users/{id}/end_sessions': ({ params, visitor }) =>
      database.transaction(async (tx) => {
        const { id } = await readUser(tx, { vault, quota }, params.id);
        await endSessionsOf(tx, id, 'ended by operator');
        const operatorId = visitor.session.userId;
        await recordAction(tx, { operatorId, action: 'users.logged_out', aboutUser: id });
      }),
    'GET /api/operator/queue': ({ query, visitor }) =>
      recorded(visitor, { action: 'queue.listed', params: { state: query.state, page: query.page } }, (tx) =>
        queue.list(tx, { ...query, operatorId: visitor.session.userId }, visitor.locale),
      ),
    'GET /api/operator/queue/{id}': ({ params, visitor }) =>
      database.transaction(async (tx) => {
        const operatorId = visitor.session.userId;
        const item = await queue.read(tx, { id: params.id, operatorId }, visitor.locale);
        await recordAction(tx, {
          operatorId,
          action: 'queue.read',
          aboutUser: item.about_user,
          params: { item: item.id },
        });
        return item;
      }),
    'POST /api/operator/queue/{id}/decide': ({ params, body, visitor }) =>
      transactionWithRetry(database, async (tx) => {
        const operatorId = visitor.session.userId;
        const item = await queue.decide(tx, { ...body, id: params.id, operatorId }, visitor.locale);
        await recordAction(tx, {
          operatorId,
          action: 'queue.decided',
          aboutUser: item.about_user,
          params: { item: item.id, kind: item.kind, decision: item.decision },
        });
        return item;
      }),
    'GET /api/operator/sms_spend': async ({ visitor }) => {
      // Before the transaction; inside it, this would need a second connection.
      const spend = await smsSpend();
      return recorded(visitor, { action: 'sms_spend.read' }, () => spend);
    },
    'GET /api/operator/jobs': ({ query, visitor }) =>
      recorded(
        visitor,
        { action: 'jobs.listed', params: { state: query.state ?? 'all', page: query.page } },
        (tx) => listJobs(tx, query),
      ),
    'POST /api/operator/jobs/{id}/retry': ({ params, visitor }) =>
      database.transaction(async (tx) => {
        const { name } = await retryJob(tx, params.id);
        const operatorId = visitor.session.userId;
        await recordAction(tx, { operatorId, action: 'jobs.retried', params: { job: params.id, name } });
      }),
    'GET /api/operator/audit': ({ query, visitor }) =>
      database.transaction(async (tx) => {
        // The audit record can only reference an existing user; the requested id may not exist.
        const about = query.about_user;
        const [user] = about ? await tx.select({ id: users.id }).from(users).where(eq(users.id, about)) : [];
        await recordAction(tx, {
          operatorId: visitor.session.userId,
          action: 'audit.listed',
          aboutUser: user?.id ?? null,
          params: { page: query.page },
        });
        return listAudit(tx, query);
      }),
  });
};
