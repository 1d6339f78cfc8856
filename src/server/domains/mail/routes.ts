import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { defaultLocale, locales } from '#shared/locale.ts';
import { emailCalls, emailEventCalls } from '#shared/notices/email.ts';
import {
  askForEmail,
  confirmByLink,
  emailState,
  linkState,
  removeEmail,
  removePending,
  takeEvents,
  verifyByCode,
} from './addresses.ts';
import { pageUrl } from './letters.ts';
import type { Mailing } from './mail.ts';
import type { SwitchOff } from './unsubscribe.ts';

type Options = { database: Database; mail: Mailing; switchOff: SwitchOff };

export const mailRoutes: FastifyPluginAsync<Options> = async (app, { database, mail, switchOff }) => {
  const { db, transaction } = database;
  const subscriptionOf = (token: string) => {
    const found = mail.tokens.read(token);
    if (!found) throw new AppError('linkOver');
    return found;
  };
  acceptForms(app);

  bindCalls(app, emailCalls, {
    'GET /api/users/email': ({ visitor }) => emailState(db, mail, visitor.session.userId),
    'POST /api/users/email': ({ body, visitor }) =>
      askForEmail(database, mail, { userId: visitor.session.userId, email: body.email, visitor }),
    'POST /api/users/email/verify': async ({ body, visitor }) => {
      await verifyByCode(database, mail, visitor.session.userId, body.code);
      return emailState(db, mail, visitor.session.userId);
    },
    'DELETE /api/users/email/pending': async ({ visitor }) => {
      await transaction((tx) => removePending(tx, visitor.session.userId));
      return emailState(db, mail, visitor.session.userId);
    },
    'DELETE /api/users/email': async ({ visitor }) => {
      await transaction((tx) => removeEmail(tx, visitor.session.userId));
      return emailState(db, mail, visitor.session.userId);
    },
    'GET /api/email/confirm': ({ query }) => linkState(db, mail, query.token),
    'POST /api/email/confirm': ({ query }) => confirmByLink(database, mail, query.token),
    'GET /api/email/subscription': ({ query }) => ({ topic: subscriptionOf(query.token).topic }),
    'POST /api/email/unsubscribe': async ({ query }) => {
      const { userId, topic } = subscriptionOf(query.token);
      const stopped = query.all ? 'all' : topic;
      await transaction((tx) => switchOff(tx, userId, stopped, 'email'));
      return { topic: stopped };
    },
  });

  // Old programs open the address of List-Unsubscribe like a link. A page asks, so that scanners stop nobody's mails.
  app.get('/api/email/unsubscribe', { schema: { hide: true } }, async (request, reply) => {
    const { token = '', locale } = request.query as Record<string, string | undefined>;
    const language = locales.find((name) => name === locale) ?? defaultLocale;
    const { origin } = request.visitor;
    const page = pageUrl(origin, language, `/email/unsubscribe?token=${encodeURIComponent(token)}`);
    return reply.header('cache-control', 'no-store').redirect(page ?? origin, 303);
  });

  await app.register(async (events) => {
    events.addHook('onRequest', async ({ headers }) => {
      if (mail.eventsSecret === undefined) throw new AppError('notFound');
      if (!isSame(headers.authorization ?? '', `Bearer ${mail.eventsSecret}`))
        throw new AppError('notAllowed');
    });
    bindCalls(events, emailEventCalls, {
      'POST /api/email/events': async ({ body }) => ({
        turned_off: await takeEvents(database, mail, body.events),
      }),
    });
  });
};

/** One click is a POST with a form as its body (RFC 8058), whose only field says what the address says. */
function acceptForms(app: Parameters<FastifyPluginAsync>[0]) {
  const unread = { parseAs: 'buffer', bodyLimit: 10_000 } as const;
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    app.addContentTypeParser(type, unread, async () => ({}));
}

/** In the same time whatever is given. */
function isSame(given: string, wanted: string) {
  const [left, right] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left as Buffer, right as Buffer);
}
