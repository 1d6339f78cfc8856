import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { today } from '#shared/hong-kong.ts';
import { standingCalls, standingOperatorCalls } from '#shared/safety/standing.ts';
import { appeal, standingOf } from './appeals.ts';
import { recordAction } from './audit.ts';
import { readNumber } from './read-number.ts';
import { isPossibleEnd, listMeasures, type StandingDesk, settleStanding } from './standing.ts';
import { listBans } from './users.ts';

type Parts = { database: Database; vault: PhoneEncryption; standingDesk: StandingDesk };

export const standingRoutes: FastifyPluginAsync<Parts> = async (app, parts) => {
  const { database, vault, standingDesk: desk } = parts;
  const { db, transaction } = database;

  bindCalls(app, standingCalls, {
    'GET /api/users/standing': ({ visitor }) => standingOf(db, visitor.session.userId),
    'POST /api/users/standing/appeal': ({ body, visitor }) =>
      settleStanding(database, (tx) => appeal(tx, visitor.session.userId, body.words)),
    'GET /api_ai/user/standing': ({ visitor }) => standingOf(db, visitor.session.userId),
    'POST /api_ai/user/standing/appeal': ({ body, visitor }) =>
      settleStanding(database, (tx) => appeal(tx, visitor.session.userId, body.words)),
  });

  bindCalls(app, standingOperatorCalls, {
    'GET /api/operator/users/{id}/consequences': ({ params, query, visitor }) =>
      transaction(async (tx) => {
        const until = query.measure === 'ban' ? null : (query.until ?? today());
        const counted = await desk.preview(tx, { userId: params.id, cause: query.cause, until });
        await recordAction(tx, {
          operatorId: visitor.session.userId,
          action: 'users.consequences_read',
          aboutUser: params.id,
          params: { measure: query.measure },
        });
        return counted;
      }),
    'GET /api/operator/users/{id}/measures': ({ params, visitor }) =>
      transaction(async (tx) => {
        const found = await listMeasures(tx, params.id);
        const operatorId = visitor.session.userId;
        await recordAction(tx, { operatorId, action: 'users.measures_read', aboutUser: params.id });
        return found;
      }),
    'POST /api/operator/users/{id}/warn': ({ params, body, visitor }) =>
      settleStanding(database, (tx) =>
        desk.warn(tx, { ...body, userId: params.id, operatorId: visitor.session.userId }),
      ),
    'POST /api/operator/users/{id}/suspend': async ({ params, body, visitor }) => {
      if (!isPossibleEnd(body.until))
        throw new AppError('badInput', { fields: { until: wrongEnd[visitor.locale] } });
      const { measure, followed } = await settleStanding(database, (tx) =>
        desk.suspend(tx, vault, { ...body, userId: params.id, operatorId: visitor.session.userId }),
      );
      return { ...measure, followed };
    },
    'POST /api/operator/measures/{id}/lift': ({ params, visitor }) =>
      settleStanding(database, (tx) =>
        desk.liftSuspension(tx, { id: params.id, operatorId: visitor.session.userId }),
      ),
    'GET /api/operator/bans': ({ query, visitor }) =>
      transaction(async (tx) => {
        const operatorId = visitor.session.userId;
        await recordAction(tx, { operatorId, action: 'bans.listed', params: { page: query.page } });
        return listBans(tx, query);
      }),
    'POST /api/operator/bans': ({ body, visitor }) => {
      const { cause, reason } = body;
      const whom =
        body.user_id === undefined
          ? { e164: readNumber(body.area_code, body.mobile ?? '', visitor.locale).e164 }
          : { userId: body.user_id };
      return settleStanding(database, (tx) =>
        desk.ban(tx, vault, { whom, cause, reason, operatorId: visitor.session.userId }),
      );
    },
    'POST /api/operator/bans/{id}/lift': ({ params, visitor }) =>
      settleStanding(database, (tx) =>
        desk.liftBan(tx, { banId: params.id, operatorId: visitor.session.userId }),
      ),
  });
};

const wrongEnd = {
  'zh-Hant': '請選擇今天起一年內的日子',
  en: 'Please choose a day from today up to a year from now',
};
