import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '#server/ground/config/config.ts';
import { visitorOf } from '#server/ground/http/visitor.ts';
import type { Locale } from '#shared/locale.ts';

/** The user that makes a call. Sessions and their tokens have their own tests. */
export type Person = {
  id: number;
  identity?: 0 | 1 | 2;
  operator?: boolean;
  secondFactor?: boolean;
  suspended?: boolean;
  face?: 'product' | 'ai';
  /** The language of the answers. */
  locale?: Locale;
};

/** The request headers of a call by this person, or by a visitor if undefined. */
export const signedIn = (person: Person | undefined, language: string = person?.locale ?? 'en') => ({
  'accept-language': language,
  ...(person && { 'x-caller': callerOf(person) }),
});

/** Only what is read back: a name in Chinese cannot be in a header. */
const callerOf = ({ id, identity, operator, secondFactor, suspended, face }: Person) =>
  JSON.stringify({ id, identity, operator, secondFactor, suspended, face });

/** Signs people in by that header, beside those who come with a session. */
export function acceptCallerHeader(app: FastifyInstance) {
  const config = readConfig({});
  const { identify } = app;
  app.identify = async (request) => {
    const caller = request.headers['x-caller'];
    if (typeof caller !== 'string') return identify(request);
    const {
      id,
      identity = 1,
      operator = false,
      secondFactor = operator,
      suspended = false,
      face = 'product',
    }: Person = JSON.parse(caller);
    const session = {
      id: randomUUID(),
      userId: id,
      identity,
      face,
      openedAt: new Date(),
      openedByProduct: false,
      operator,
      isSuspended: suspended,
      secondFactorAt: secondFactor ? new Date() : null,
    };
    return { ...visitorOf(request, config), session };
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `callAs(app, parent, 'POST /api/users/children', {…})`: the envelope, with the HTTP status and headers. */
export async function callAs(
  app: FastifyInstance,
  person: Person | undefined,
  key: string,
  body?: unknown,
  language?: string,
) {
  const at = key.indexOf(' ');
  const [method, url] = [key.slice(0, at) as Method, key.slice(at + 1)];
  const response = await app.inject({
    method,
    url,
    headers: {
      ...signedIn(person, language),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    // Rate limits apply per address, so each person has their own.
    remoteAddress: person
      ? `10.${(person.id >> 16) & 255}.${(person.id >> 8) & 255}.${person.id & 255}`
      : '127.0.0.1',
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
}
