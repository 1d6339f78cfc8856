import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Database } from '#server/ground/db/db.ts';
import { createApiApp } from './api-app.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { addPerson, testKey } from './people.ts';
import { call, identifyByHeader, type Person, wholeCase, wholeListing } from './registrations.ts';

export type Family = Person & { caseId: number; mobile: string };
export type Tutor = Person & { listingId: number; mobile: string };

/** The whole API for one test file, with families and tutors who come to it. */
export function serveMarket(environment: Record<string, string> = {}) {
  let testDatabase: TestDatabase;
  let app: FastifyInstance;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const key = testKey.toString('base64');
    app = await createApiApp(testDatabase.database, {
      PHONE_KEYS: `k1:${key}`,
      SECRET_KEY: key,
      ...environment,
    });
    identifyByHeader(app);
  });
  afterAll(async () => {
    await app.close();
    await testDatabase.drop();
  });

  const send = (person: Person | undefined, key: string, body?: unknown) => call(app, person, key, body);
  const post = async (person: Person, key: string, body: unknown) => {
    const answer = await send(person, key, body);
    expect(answer).toMatchObject({ code: 0 });
    return answer.data;
  };

  return {
    send,
    app: () => app,
    database: (): Database => testDatabase.database,
    query: async (statement: string, values: unknown[] = []) =>
      (await testDatabase.database.pool.query(statement, values)).rows,

    /** Somebody with a case that is online. */
    async family(form: object = {}): Promise<Family> {
      const { id, mobile } = await addPerson(testDatabase.database);
      const person = { id, identity: 1 as const };
      const made = await post(person, 'POST /api/common_info/student_detailed_registration', {
        ...wholeCase,
        ...form,
      });
      return { ...person, mobile, caseId: made.id };
    },

    /** Somebody with a listing that is on show. */
    async tutor(form: object = {}): Promise<Tutor> {
      const { id, mobile } = await addPerson(testDatabase.database);
      const person = { id, identity: 2 as const };
      const made = await post(person, 'POST /api/common_info/teacher_detailed_registration', {
        ...wholeListing,
        ...form,
      });
      return { ...person, mobile, listingId: made.id };
    },

    act: (person: Person, body: object) => send(person, 'POST /api/users/interest', body),
    apply: (tutor: Tutor, { caseId }: { caseId: number }, offer: object = {}) =>
      send(tutor, 'POST /api/users/interest', { action: 'apply', case_id: caseId, ...offer }),
    invite: (family: Family, { listingId }: { listingId: number }, offer: object = {}) =>
      send(family, 'POST /api/users/interest', {
        action: 'invite',
        case_id: family.caseId,
        listing_id: listingId,
        ...offer,
      }),
    accept: (person: Person, interestId: number, seen: object = {}) =>
      send(person, 'POST /api/users/interest', { action: 'accept', interest_id: interestId, ...seen }),

    /** What somebody was told, the first first. */
    async toldTo({ id }: { id: number }): Promise<string[]> {
      const { rows } = await testDatabase.database.pool.query(
        'select kind from notices where user_id = $1 order by id',
        [id],
      );
      return rows.map(({ kind }) => kind);
    },
    async statusOf(caseId: number): Promise<number> {
      const { rows } = await testDatabase.database.pool.query('select status from cases where id = $1', [
        caseId,
      ]);
      return rows[0]?.status;
    },
  };
}

export type Market = ReturnType<typeof serveMarket>;

/** A match of the two: the tutor applies, the family accepts. */
export async function match(market: Market, family: Family, tutor: Tutor, offer: object = {}) {
  const asked = await market.apply(tutor, family, offer);
  expect(asked).toMatchObject({ code: 0 });
  const accepted = await market.accept(family, asked.data.id);
  expect(accepted).toMatchObject({ code: 0, data: { status: 'accepted' } });
  return accepted.data.match_id as number;
}
