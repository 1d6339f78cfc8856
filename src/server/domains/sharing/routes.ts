import type { FastifyPluginAsync } from 'fastify';
import { stopSharing } from '#server/domains/eraser/publish.ts';
import { lockRecords } from '#server/domains/eraser/records.ts';
import { copyShared, listShared, publish, readShared } from '#server/domains/eraser/sharing.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { eraserSharingCalls, type reportReasons } from '#shared/eraser/sharing.ts';
import type { ReportKind } from '#shared/safety/reports.ts';
import { linkOf, noteAccess } from './promotion.ts';

type Parts = {
  config: Config;
  database: Database;
  /** Reports of all places go one way. */
  fileReport: (
    tx: Tx,
    userId: number,
    report: {
      place: 'shared_paper';
      place_id: number;
      kind: ReportKind;
      words: string;
      paperReason: (typeof reportReasons)[number];
    },
  ) => Promise<unknown>;
};

const kindOf = {
  copyright: 'copyright',
  personal: 'contact_details',
  unsuitable: 'other',
  other: 'other',
} as const;

export const sharingRoutes: FastifyPluginAsync<Parts> = async (app, { config, database, fileReport }) => {
  const { db, transaction } = database;

  bindCalls(app, eraserSharingCalls, {
    'POST /api_ai/eraser/erase_trace_record/{id}/publish': async ({ params, visitor: { session } }) => {
      await transaction((tx) => publish(tx, session.userId, params.id));
      return readShared(db, session.userId, params.id);
    },
    'DELETE /api_ai/eraser/erase_trace_record/{id}/publish': async ({ params, visitor: { session } }) => {
      await transaction(async (tx) => {
        await lockRecords(tx, session.userId, [params.id]);
        await stopSharing(tx, params.id);
      });
    },
    'GET /api_ai/eraser/shared_record': ({ query, visitor }) =>
      // A logged-in user may just have shared or reported one, so the list is not read from a replica.
      visitor.session
        ? listShared(db, visitor.session.userId, query)
        : database.readFromReplica((reader) => listShared(reader, undefined, query)),
    'GET /api_ai/eraser/shared_record/{id}': ({ params, visitor }) =>
      readShared(db, visitor.session?.userId, params.id),
    'POST /api_ai/eraser/shared_record/{id}/copy': ({ params, visitor }) =>
      transaction((tx) => copyShared(tx, visitor.session.userId, params.id)),
    'POST /api_ai/eraser/shared_record/{id}/report': async ({ params, body, visitor }) => {
      const report = {
        place: 'shared_paper',
        place_id: params.id,
        kind: kindOf[body.reason],
        words: body.text,
        paperReason: body.reason,
      } as const;
      await transaction((tx) => fileReport(tx, visitor.session.userId, report));
    },

    'POST /api_ai/eraser/promotion_link': async ({ visitor, cookies }) => {
      const link = await transaction((tx) => linkOf(tx, visitor.session.userId, cookies));
      return { ...link, url: `${config.publicUrl ?? visitor.origin}/share/${link.code}` };
    },
    'POST /api_ai/eraser/promotion_link_access/{code}': ({ params, visitor, cookies }) =>
      transaction((tx) => noteAccess(tx, params.code, visitor.session?.userId, cookies)),
  });
};
