import type { FastifyPluginAsync } from 'fastify';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { feeCalls } from '#shared/money/fees.ts';
import { settleLesson } from '../locks.ts';
import { monthCsv, readMonth, readYear, yearCsv } from './fees.ts';
import { ownFps, removeFps, saveFps } from './fps.ts';
import { markPaid, receivePayment, undoPayment } from './payments.ts';
import { printStatement } from './printer.ts';
import { readMonthSheet } from './sheets.ts';

type Options = {
  database: Database;
  vault: PhoneEncryption;
  reference: Reference;
  config: Pick<Config, 'demo'>;
};

export const feeRoutes: FastifyPluginAsync<Options> = async (app, { database, vault, reference, config }) => {
  const { db } = database;
  const parts = { db, vault };

  bindCalls(app, feeCalls, {
    'GET /api/users/fees': ({ query, visitor: { session } }) =>
      readMonth(parts, { userId: session.userId, ...query }),
    'GET /api/users/fees.csv': async ({ query, visitor: { session, locale } }) => {
      const { class_id: classId, ...asked } = query;
      return monthCsv(await readMonth(parts, { userId: session.userId, classId, ...asked }), locale);
    },
    'GET /api/users/fees.pdf': async ({ query, visitor: { session, locale } }) => {
      const { class_id: classId, month, side } = query;
      const asked = { userId: session.userId, month, side, classId, locale: query.locale ?? locale };
      return printStatement({ ...(await readMonthSheet(db, reference, asked)), isSample: config.demo });
    },
    'GET /api/users/fee_year': ({ query, visitor: { session } }) =>
      readYear(db, { userId: session.userId, ...query }),
    'GET /api/users/fee_year.csv': async ({ query, visitor: { session, locale } }) =>
      yearCsv(await readYear(db, { userId: session.userId, ...query }), locale),

    'POST /api/users/classes/{id}/payments': ({ params, body, visitor: { session } }) =>
      settleLesson(database, (tx) => markPaid(tx, session.userId, params.id, body)),
    'PUT /api/users/payments/{id}/receive': ({ params, visitor: { session } }) =>
      settleLesson(database, (tx) => receivePayment(tx, session.userId, params.id)),
    'PUT /api/users/payments/{id}/undo': ({ params, visitor: { session } }) =>
      settleLesson(database, (tx) => undoPayment(tx, session.userId, params.id)),

    'GET /api/users/fps': ({ visitor }) => ownFps(db, vault, visitor.session.userId),
    'PUT /api/users/fps': ({ body, visitor: { session, locale } }) =>
      database.transaction(async (tx) => {
        await saveFps(tx, vault, { userId: session.userId, value: body.value, locale });
        return ownFps(tx, vault, session.userId);
      }),
    'DELETE /api/users/fps': ({ visitor: { session } }) =>
      database.transaction(async (tx) => {
        await removeFps(tx, session.userId);
        return ownFps(tx, vault, session.userId);
      }),
  });
};
