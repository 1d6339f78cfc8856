import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { readConfig } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/db.ts';
import { visitorOf } from '#server/ground/http/visitor.ts';
import type { CaseForm } from '#shared/cases.ts';
import type { TutorForm } from '#shared/tutors.ts';

export type Person = { id: number; identity: 0 | 1 | 2; operator?: boolean };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export async function createUser(database: Database, identity: 0 | 1 | 2): Promise<Person> {
  const { rows } = await database.db.execute(
    sql`insert into users (last_identity, product_since) values (${identity}, now()) returning id`,
  );
  return { id: Number(rows[0]?.id), identity };
}

/** Signs people in by a header. What a session is and how it is proven has tests of its own. */
export function identifyByHeader(app: FastifyInstance) {
  const config = readConfig({});
  app.identify = async (request) => {
    const given = request.headers['x-test-person'];
    const visitor = visitorOf(request, config);
    if (typeof given !== 'string') return visitor;
    const { id, identity, operator = false }: Person = JSON.parse(given);
    const session = {
      id: 'test',
      userId: id,
      identity,
      face: 'product' as const,
      openedAt: new Date(),
      openedByProduct: false,
      operator,
      secondFactorAt: operator ? new Date() : null,
    };
    return { ...visitor, session };
  };
}

export const signedIn = (person: Person | undefined, language = 'en') => ({
  'accept-language': language,
  ...(person && { 'x-test-person': JSON.stringify(person) }),
});

/** `call(app, parent, 'POST /api/users/children', {…})`: the HTTP status beside the envelope. */
export async function call(
  app: FastifyInstance,
  person: Person | undefined,
  key: string,
  body?: unknown,
  language?: string,
) {
  const [method, url] = key.split(' ') as [Method, string];
  const headers = {
    ...signedIn(person, language),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await app.inject({
    method,
    url,
    headers,
    // Everybody comes from somewhere else: limits go by address.
    remoteAddress: person
      ? `10.${(person.id >> 16) & 255}.${(person.id >> 8) & 255}.${person.id & 255}`
      : '127.0.0.1',
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
}

export const child = {
  nickname: '小明',
  gender: 'M',
  grade: 12,
  school: 1,
  major_subject: [3, 2],
  other_subject: [1],
} satisfies z.input<typeof CaseForm>['child_info'][number];

/** A case with every field filled in. */
export const wholeCase = {
  child_info: [child],
  tutoring_type: 1,
  tutoring_region: 16,
  tutoring_days_per_week: 2,
  tutoring_time_per_class: 2,
  start_tutoring_date: '2026-12-01',
  price: 280,
  weekday: [3, 6],
  start_tutoring_time: '17:00',
  weekend_start_tutoring_time: '10:00',
  match_time: [
    { weekday: 3, start: '17:00' },
    { weekday: 3, start: '17:30' },
    { weekday: 6, start: '10:00' },
  ],
  teacher_gender: 'F',
  teacher_education: 3,
  teaching_language: [1, 2],
  special_note: '有耐性',
  channel: 1,
  other_channel: '鄰居',
} satisfies z.input<typeof CaseForm>;

/** What has to be said at least. */
export const shortCase = {
  child_info: [{ nickname: '小明', gender: 'M', grade: 4, major_subject: [3] }],
  tutoring_type: 2,
  tutoring_days_per_week: 1,
  tutoring_time_per_class: 1,
} satisfies z.input<typeof CaseForm>;

export const wholeListing = {
  display_name: '陳老師',
  gender: 'F',
  introduction: '五年經驗',
  education: 3,
  school: 1,
  gpa: 3,
  rank: 1,
  experience: 3,
  dse_results: [{ major_subject: 3, dse_level: 5 }],
  subject_grades: [
    { major_subject: 3, other_subject: null, grade: [13, 14, 15] },
    { major_subject: null, other_subject: 1, grade: [4] },
  ],
  tutoring_type: [1, 2],
  tutoring_region: [16],
  travel_region: [15, 16],
  teaching_language: [1],
  match_time: [
    { weekday: 3, start: '17:00' },
    { weekday: 7, start: '23:30' },
  ],
  price_min: 200,
  price_max: 300,
  is_listed: true,
} satisfies z.input<typeof TutorForm>;
