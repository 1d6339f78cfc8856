import type { FastifyPluginAsync } from 'fastify';
import QRCode from 'qrcode';
import type { Config } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { addressGroups } from '#server/ground/http/address-groups.ts';
import { bindCalls, type Cookies } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { accountCalls, SessionItem } from '#shared/accounts.ts';
import { browserName } from '#shared/user-agent.ts';
import type { Accounts } from './accounts.ts';
import { beginQrLogin, confirmQrLogin, qrSeconds, readQrLogin, takeQrLogin } from './qr-login.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  noteSecondFactor,
  removeSecondFactor,
  secondFactorState,
} from './second-factor.ts';
import { endedByBan, endSession, endSessionsOf, listSessions, ownsSession } from './sessions.ts';
import { changeProfile, openAiFace, switchIdentity, userById } from './users.ts';

type Parts = { config: Config; database: Database; accounts: Accounts };

const freshLoginMs = 10 * 60 * 1000;

const qrCookie = (cookies: Cookies) => (cookies.secure ? '__Host-qr_login' : 'qr_login');

export const accountRoutes: FastifyPluginAsync<Parts> = async (app, { config, database, accounts }) => {
  const { db, transaction } = database;
  const { signIn, infoOf, vault } = accounts;
  const site = (host: string) => config.publicUrl ?? host;

  bindCalls(app, accountCalls, {
    'POST /api/users/send_sms': ({ body, visitor }) => accounts.sendCode('product', body, visitor),
    'POST /api/users/verify_sms': ({ body, visitor, cookies }) => accounts.logIn(body, { visitor, cookies }),
    'POST /api/common_info/simple_registration': ({ body, visitor, cookies }) =>
      accounts.register(body, { visitor, cookies }),
    'POST /api/users/second_factor_login': ({ body, visitor, cookies }) =>
      accounts.logInWithSecondFactor(body, { visitor, cookies }),
    'POST /api/users/old_account_login': ({ body, visitor, cookies }) =>
      accounts.logInToOldAccount(body, { visitor, cookies }),
    'POST /api/users/old_account_leave': ({ body }) => accounts.leaveOldAccount(body),
    'POST /api/users/renew': (wire) => signIn.renew(wire, 'product'),

    'GET /api/users/csrf': ({ cookies }) => signIn.refreshCsrf(cookies),
    'GET /api/users/logout': async ({ visitor, cookies }) => {
      await transaction(async (tx) => {
        await endSession(tx, visitor.session.id, 'logout');
        await signIn.logOut(tx, cookies, ['product', 'ai']);
      });
    },
    'POST /api/users/logout_everywhere': async ({ visitor, cookies }) => {
      await transaction(async (tx) => {
        await endSessionsOf(tx, visitor.session.userId, 'everywhere');
        await signIn.logOut(tx, cookies, ['product', 'ai']);
      });
    },

    'GET /api/users/is_banned': async ({ query: { mobile, area_code }, visitor, cookies }) => {
      if (mobile)
        return { is_banned: await accounts.isBannedNumber({ area_code, mobile }, { visitor, cookies }) };
      if (visitor.problem !== 'sessionInvalid') return { is_banned: false };
      if (await endedByBan(db, visitor.claimedSessionId ?? '')) return { is_banned: true };
      throw new AppError('sessionInvalid');
    },
    'GET /api/users/info': ({ visitor }) => infoOf(visitor.session.userId),
    'GET /api/users/profile': async ({ visitor }) => {
      const user = await userById(db, visitor.session.userId);
      const { name, gender, isRemind, marketingConsentAt } = user;
      return { name, gender, is_remind: isRemind, marketing_consent: marketingConsentAt !== null };
    },
    'PUT /api/users/profile': async ({ body, visitor }) => {
      const { name, gender, is_remind, marketing_consent } = body;
      const change = { name, gender, isRemind: is_remind, marketingConsent: marketing_consent };
      await transaction((tx) => changeProfile(tx, visitor.session.userId, change));
      return infoOf(visitor.session.userId);
    },
    'PUT /api/users/switch_identity': async ({ body, visitor }) => {
      await transaction((tx) => switchIdentity(tx, visitor.session.userId, body.identity));
      return infoOf(visitor.session.userId);
    },

    'GET /api/users/sessions': async ({ visitor }) => {
      const rows = await listSessions(db, visitor.session.userId);
      const list = rows.map((row) => ({
        ...fieldsOf(SessionItem, row),
        is_current: row.id === visitor.session.id,
      }));
      return { list, total: list.length };
    },
    'DELETE /api/users/sessions/{id}': async ({ params, visitor }) => {
      await transaction(async (tx) => {
        if (!(await ownsSession(tx, visitor.session.userId, params.id))) throw new AppError('notFound');
        await endSession(tx, params.id, 'ended by owner');
      });
    },

    'GET /api/users/second_factor': async ({ visitor }) => {
      const { isOn, recoveryCodesLeft } = await secondFactorState(db, visitor.session.userId);
      return { is_on: isOn, is_required: visitor.session.operator, recovery_codes_left: recoveryCodesLeft };
    },
    'POST /api/users/second_factor/setup': async ({ visitor }) => {
      // A stolen session must not be able to lock its owner out of the account.
      if (Date.now() - visitor.session.openedAt.getTime() > freshLoginMs)
        throw new AppError('freshLoginNeeded');
      const made = await transaction((tx) => beginSecondFactor(tx, vault, visitor.session.userId));
      return { ...made, qr_svg: await QRCode.toString(made.uri, { type: 'svg', margin: 1 }) };
    },
    'POST /api/users/second_factor/confirm': async ({ body, visitor }) => {
      const { userId, id } = visitor.session;
      return accounts.showSecondFactor(userId, body.code, async (tx) => {
        await noteSecondFactor(tx, id);
        const { isOn } = await secondFactorState(tx, userId);
        return { recovery_codes: isOn ? [] : await confirmSecondFactor(tx, userId) };
      });
    },
    'POST /api/users/second_factor/remove': async ({ body, visitor }) => {
      if (visitor.session.operator) throw new AppError('notAllowed');
      const { userId } = visitor.session;
      await accounts.showSecondFactor(userId, body.code, (tx) => removeSecondFactor(tx, userId));
    },

    'POST /api_ai/user/send_sms': ({ body, visitor }) => accounts.sendCode('ai', body, visitor),
    'POST /api_ai/user/verify_sms': ({ body, visitor, cookies }) =>
      accounts.logInToAi(body, { visitor, cookies }),
    'POST /api_ai/user/renew': (wire) => signIn.renew(wire, 'ai'),
    'POST /api_ai/user/logout': async ({ visitor, cookies }) => {
      const { session } = visitor;
      // A product token is accepted by the AI app, but logging out there leaves the product logged in.
      await transaction(async (tx) => {
        if (session.face === 'ai') await endSession(tx, session.id, 'logout');
        await signIn.logOut(tx, cookies, ['ai']);
      });
    },
    'GET /api_ai/user/profile': ({ visitor }) => accounts.aiProfile(visitor.session),

    'GET /api_ai/user/qrcode': async ({ visitor, cookies }) => {
      const page = (code: string) => `${site(visitor.origin)}/me/confirm-login?code=${code}`;
      const asking = { browser: browserName(visitor.userAgent), network: networkOf(visitor.address) };
      const { browserSecret, ...shown } = await transaction((tx) => beginQrLogin(tx, vault, asking, page));
      const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: cookies.secure } as const;
      cookies.set(qrCookie(cookies), browserSecret, { ...options, maxAge: qrSeconds });
      return { ...shown, expires_in: qrSeconds };
    },
    'GET /api_ai/user/login_status': async ({ query, visitor, cookies }) => {
      const browserSecret = cookies.get(qrCookie(cookies)) ?? '';
      return transaction(async (tx) => {
        const taken = await takeQrLogin(tx, query.code, browserSecret);
        if (taken.status !== 'confirmed') return taken;
        await openAiFace(tx, taken.userId);
        const token = await signIn.openAi(tx, { visitor, cookies, userId: taken.userId });
        return { status: taken.status, ...token };
      });
    },
    'GET /api_ai/user/login_request': async ({ query, visitor }) => {
      const asked = await readQrLogin(db, vault, query.code);
      const { browser, network, choices, createdAt, expiresAt } = asked;
      return {
        ...{ browser, network, choices },
        is_same_network: network !== '' && network === networkOf(visitor.address),
        asked_at: createdAt.toISOString(),
        expires_in: Math.max(0, Math.ceil((expiresAt.getTime() - Date.now()) / 1000)),
      };
    },
    'POST /api_ai/user/confirm_login': async ({ body, visitor }) => {
      // Outside the transaction, which has to remember the refusal.
      if (!(await transaction((tx) => confirmQrLogin(tx, body, visitor.session.userId))))
        throw new AppError('answerWrong');
    },
  });
};

/** The part of an address that a neighbourhood or a school shares; empty when it says nothing. */
function networkOf(address: string) {
  const { network } = addressGroups(address);
  return network === 'unknown' ? '' : network;
}
