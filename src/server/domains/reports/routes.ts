import multipart from '@fastify/multipart';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import { transactionWithRetry } from '#server/ground/db/transaction-with-retry.ts';
import type { Files } from '#server/ground/files/files.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { type Place, type ReportForm, reportCalls } from '#shared/safety/reports.ts';
import { blockPerson, listBlocks, unblock } from './block.ts';
import { fileReport, listReports } from './file-report.ts';
import { openReportPictures } from './pictures.ts';
import { fileOfReported, readReported } from './reading.ts';

type Options = { database: Database; files: Files };

export const reportRoutes: FastifyPluginAsync<Options> = async (app, { database, files }) => {
  // Registered in this plugin's scope only, so that other calls do not accept multipart bodies.
  await app.register(multipart);
  const { db, transaction } = database;
  const pictures = openReportPictures(database, files);

  /** An account that is deleted meanwhile may make a transaction wait for itself; it is tried again. */
  const block = ({ body, visitor }: { body: Place; visitor: { session: { userId: number } } }) =>
    transactionWithRetry(database, (tx) => blockPerson(tx, visitor.session.userId, body));
  const file = async ({ body, visitor }: { body: ReportForm; visitor: { session: { userId: number } } }) => ({
    report_id: await transactionWithRetry(database, (tx) => fileReport(tx, visitor.session.userId, body)),
  });

  bindCalls(app, reportCalls, {
    'POST /api/users/blocks': block,
    'POST /api_ai/user/blocks': block,
    'GET /api/users/blocks': ({ query, visitor }) => listBlocks(db, visitor.session.userId, query),
    'DELETE /api/users/blocks/{id}': ({ params, visitor }) =>
      transaction((tx) => unblock(tx, visitor.session.userId, params.id)),

    'POST /api/users/reports': file,
    'POST /api_ai/user/reports': file,
    'POST /api/users/reports/{id}/pictures': ({ params, file: picture, visitor: { session, locale } }) =>
      pictures.add({ userId: session.userId, reportId: params.id, file: picture, locale }),
    'POST /api_ai/user/reports/{id}/pictures': ({ params, file: picture, visitor: { session, locale } }) =>
      pictures.add({ userId: session.userId, reportId: params.id, file: picture, locale }),
    'GET /api/users/reports': ({ query, visitor }) => listReports(db, visitor.session.userId, query),

    'POST /api/operator/reports/{id}/reading': ({ params, body, visitor }) =>
      transaction((tx) =>
        readReported(tx, { operatorId: visitor.session.userId, reportId: params.id, reason: body.reason }),
      ),
    'GET /api/operator/reports/{id}/files/{file}': ({ params, visitor }) =>
      fileOfReported(database, files, {
        operatorId: visitor.session.userId,
        reportId: params.id,
        fileId: params.file,
      }),
    'GET /api/operator/report_pictures/{id}': ({ params, visitor }) =>
      pictures.fileForOperator(visitor.session.userId, params.id),
  });
};
