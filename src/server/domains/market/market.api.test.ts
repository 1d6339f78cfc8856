import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { marketCalls } from '#shared/market.ts';
import { silentLog } from '#tests/database.ts';
import { shortCase, wholeCase, wholeListing } from '#tests/forms.ts';
import { addPerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { type Market, openMarket } from './market.ts';

const { database, call, people } = await serve();
let market: Market;
beforeAll(async () => {
  market = await openMarket(database, silentLog);
});
afterAll(async () => {
  await market.close();
});
beforeEach(async () => {
  for (const table of ['case_children', 'cases', 'tutor_listings', 'bans'])
    await run(sql`delete from ${sql.identifier(table)}`);
});

const run = (statement: ReturnType<typeof sql>) => database.db.execute(statement);
const query = (given: object = {}) => marketCalls['GET /api/common_info/parent_case'].query.parse(given);
const tutorQuery = (given: object = {}) =>
  marketCalls['GET /api/common_info/teacher_case'].query.parse(given);

async function post(body: object = shortCase) {
  const parent = await people.parent();
  const { data, message } = await call(parent, 'POST /api/common_info/student_detailed_registration', body);
  expect(message).toBe('');
  return data as { id: number; user: number };
}
async function list(body: object = wholeListing) {
  const tutor = await people.tutor();
  const { data, message } = await call(tutor, 'POST /api/common_info/teacher_detailed_registration', body);
  expect(message).toBe('');
  return data as { id: number; user: number };
}
/** Published reviews, without the classes that they would come from. */
async function review({ id, user }: { id: number; user: number }, stars: readonly number[]) {
  await run(sql`alter table review_occasions drop constraint if exists review_occasions_class_id_fkey`);
  await run(sql`alter table reviews disable trigger hold_review`);
  const { id: author } = await addPerson(database);
  for (const given of stars)
    await run(sql`
      with occasion as (
        insert into review_occasions (class_id, occasion, opened_at, closes_at, published_at)
        select coalesce(max(class_id), 0) + 1, 'end', now() - interval '9 days', now() - interval '1 day',
          now() - interval '2 days' from review_occasions
        returning id)
      insert into reviews (occasion_id, author_side, author_user_id, about_user_id, stars)
      select id, 'family', ${author}, ${user}, ${given} from occasion`);
  await run(sql`select note_market_change('tutor', ${id})`);
}
async function caseIds(given: object = {}) {
  await market.index.settled();
  return (await market.cases(query(given))).list.map(({ id }) => id);
}
async function tutorIds(given: object = {}) {
  await market.index.settled();
  return (await market.tutors(tutorQuery(given))).list.map(({ id }) => id);
}

/** The app has its own index, which receives a change slightly later. */
const listOverHttp = (name: string, total: number) =>
  vi.waitFor(async () => {
    const answer = await call(undefined, `GET /api/common_info/${name}`);
    expect(answer.data.total).toBe(total);
    return answer;
  });

describe('the lists', () => {
  test('show online cases, newest first, without anything that identifies the family', async () => {
    const first = await post({ ...wholeCase, special_note: '請電 6123 4567 或 chan@example.com' });
    const second = await post();
    expect(await caseIds()).toEqual([second.id, first.id]);
    const answer = await listOverHttp('parent_case', 2);
    expect(answer.data).toMatchObject({
      total: 2,
      total_is_capped: false,
      page: 1,
      page_size: 20,
      next_cursor: null,
    });
    const text = JSON.stringify(answer.data);
    for (const secret of ['小明', '6123', 'example.com', '"school"', '"user"'])
      expect(text).not.toContain(secret);
    const page = await call(undefined, `GET /api/common_info/parent_case/${first.id}`);
    expect(page.data.special_note).toBe('請電 ▇▇▇ 或 ▇▇▇');
  });

  test('have a row for each child', async () => {
    const [one, two] = [
      { nickname: '大仔', gender: 'M', grade: 12, major_subject: [3] },
      { nickname: '細女', gender: 'F', grade: 5, major_subject: [1] },
    ];
    const made = await post({ ...shortCase, child_info: [one, two] });
    await market.index.settled();
    const all = await market.children(query());
    expect(all.list.map(({ id, position, grade }) => [id, position, grade])).toEqual([
      [made.id, 1, 5],
      [made.id, 0, 12],
    ]);
    const primary = await market.children(query({ grade: '5' }));
    expect(primary.list).toHaveLength(1);
    expect(primary.list[0]).toMatchObject({ id: made.id, grade: 5, major_subject: [1] });
    // Filters of different facets must match the same child.
    expect((await market.children(query({ grade: '5', major_subject: '3' }))).total).toBe(0);
  });

  test('show listed tutors by the first character of their name only', async () => {
    const made = await list();
    await list({ ...wholeListing, is_listed: false });
    expect(await tutorIds()).toEqual([made.id]);
    const answer = await listOverHttp('teacher_case', 1);
    expect(answer.data.list[0]).toMatchObject({ surname: '陳', match_status: 2, price_min: 200 });
    expect(JSON.stringify(answer.data)).not.toContain('陳老師');
  });

  test.each([
    [{ region: '16' }, true],
    [{ region: '1,2' }, false],
    [{ grade: '12' }, true],
    [{ grade: '4' }, false],
    [{ major_subject: '2,40' }, true],
    [{ other_subject: '2' }, false],
    [{ tutoring_type: '1' }, true],
    [{ tutoring_type: '2' }, false],
    [{ online: '1' }, false],
    [{ online: '0' }, true],
    [{ weekday: '6' }, true],
    [{ weekday: '1' }, false],
    [{ gender: 'F' }, true],
    [{ gender: 'M' }, false],
    [{ price_min: 280, price_max: 280 }, true],
    [{ price_min: 281 }, false],
    [{ price_max: 279 }, false],
    [{ pays_from: 280 }, true],
    [{ pays_from: 281 }, false],
  ])('filter cases by %j', async (given, found) => {
    await post(wholeCase);
    expect(await caseIds(given)).toHaveLength(found ? 1 : 0);
  });

  test('find a tutor whose price range overlaps the filter, and in regions the tutor travels to', async () => {
    const { id } = await list();
    expect(await tutorIds({ price_min: 300 })).toEqual([id]);
    expect(await tutorIds({ price_max: 200 })).toEqual([id]);
    expect(await tutorIds({ price_min: 301 })).toEqual([]);
    expect(await tutorIds({ region: '15' })).toEqual([id]);
    expect(await tutorIds({ weekday: '7', grade: '4' })).toEqual([id]);
  });

  test('show the most experienced and the best reviewed tutors first, by pages', async () => {
    const [fresh, old, middle] = [
      await list({ ...wholeListing, experience: 1 }),
      await list({ ...wholeListing, experience: 6 }),
      await list({ ...wholeListing, experience: 4 }),
    ];
    await review(old, [5]);
    await review(middle, [5, 5, 5, 4, 5]);
    await market.index.settled();
    const walk = async (sort: string) => {
      const seen: number[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const answer = await market.tutors(tutorQuery({ sort, page_size: 1, ...(cursor && { cursor }) }));
        expect(answer.total).toBe(3);
        seen.push(...answer.list.map(({ id }) => id));
        cursor = answer.next_cursor;
      }
      return seen;
    };
    expect(await walk('experience')).toEqual([old.id, middle.id, fresh.id]);
    // A single five is outweighed by many; who has none comes last.
    expect(await walk('reviews')).toEqual([middle.id, old.id, fresh.id]);
  });

  test('find who holds a badge now, without a word when it expires, and who teaches by video', async () => {
    const [plain, badged] = [await list({ ...wholeListing, tutoring_type: [1] }), await list()];
    await run(sql`insert into badges (user_id, kind, since, expires_at)
      values (${badged.user}, 'police_check', current_date, now() + interval '0.8 s')`);
    expect(await tutorIds({ verified: '1' })).toEqual([badged.id]);
    expect(await tutorIds({ verified: '0' })).toEqual([badged.id, plain.id]);
    expect(await tutorIds({ online: 'true' })).toEqual([badged.id]);
    await vi.waitFor(async () => expect(await tutorIds({ verified: '1' })).toEqual([]), 3000);
  });

  test('are paged by a cursor in any order without a gap', async () => {
    const prices = [300, null, 200, 300, 250];
    const made: number[] = [];
    for (const price of prices) made.push((await post({ ...shortCase, price })).id);
    await market.index.settled();
    for (const [sort, expected] of [
      ['newest', [4, 3, 2, 1, 0]],
      ['price_high', [3, 0, 4, 2, 1]],
      ['price_low', [2, 4, 3, 0, 1]],
    ] as const) {
      const seen: number[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const answer = await market.cases(query({ sort, page_size: 2, ...(cursor && { cursor }) }));
        expect(answer.total).toBe(5);
        seen.push(...answer.list.map(({ id }) => made.indexOf(id)));
        cursor = answer.next_cursor;
      }
      expect(seen).toEqual(expected);
      const second = await market.cases(query({ sort, page: 2, page_size: 2 }));
      expect(second.list.map(({ id }) => made.indexOf(id))).toEqual(expected.slice(2, 4));
    }
  });

  test.each([
    ['page=0', 'page'],
    ['page_size=101', 'page_size'],
    ['page=101&page_size=100', 'page'],
    ['region=a', 'region'],
    ['gender=U', 'gender'],
    ['sort=random', 'sort'],
    ['sort=experience', 'sort'],
    ['online=perhaps', 'online'],
    ['cursor=nonsense', 'cursor'],
    ['cursor=price_low.1.1', 'cursor'],
  ])('answer %s with a field error', async (given, field) => {
    const answer = await call(undefined, `GET /api/common_info/parent_case?${given}`);
    expect([answer.status, Object.keys(answer.data.fields)]).toEqual([400, [field]]);
  });
});

describe('the index', () => {
  test('receives every change, from this process and from others', async () => {
    const { id } = await post();
    const heard = (given: object, expected: number[]) =>
      vi.waitFor(async () => {
        const answer = await call(
          undefined,
          `GET /api/common_info/parent_case?${new URLSearchParams(given as never)}`,
        );
        expect(answer.data.list.map((row: { id: number }) => row.id)).toEqual(expected);
      });
    await heard({}, [id]);
    await run(sql`update cases set price = 500 where id = ${id}`);
    await heard({ price_min: 500 }, [id]);
    await run(sql`update cases set status = 2 where id = ${id}`);
    await heard({}, []);
  });

  test('misses no transaction that commits after a later one', async () => {
    const slow = new pg.Client({ connectionString: database.url });
    await slow.connect();
    const first = await post();
    const second = await post();
    await market.index.settled();
    await slow.query('begin');
    await slow.query('update cases set price = 111 where id = $1', [first.id]);
    await run(sql`update cases set price = 222 where id = ${second.id}`);
    expect(await caseIds({ price_min: 222 })).toEqual([second.id]);
    await slow.query('commit');
    await slow.end();
    expect(await caseIds({ price_min: 111, price_max: 111 })).toEqual([first.id]);
  });

  test('recovers when a notification was lost', { tags: ['whole'] }, async () => {
    const { id } = await post();
    await market.index.settled();
    await run(sql`alter table cases disable trigger case_changed`);
    try {
      // Inserts the row of the change without sending its notification.
      await run(sql`with changed as (update cases set price = 333 where id = ${id} returning id)
        insert into market_changes (kind, row_id) select 'case', id from changed`);
    } finally {
      await run(sql`alter table cases enable trigger case_changed`);
    }
    await vi.waitFor(
      async () => expect((await market.cases(query({ price_min: 333 }))).total).toBe(1),
      9_000,
    );
  });

  test('hides the cases and listings of a banned user, and shows them again after the ban is lifted', async () => {
    const person = await addPerson(database);
    const { id } = await post();
    const { id: listing } = await list();
    await run(sql`update cases set user_id = ${person.id} where id = ${id}`);
    await run(sql`update tutor_listings set user_id = ${person.id} where id = ${listing}`);
    expect([await caseIds(), await tutorIds()]).toEqual([[id], [listing]]);
    await run(sql`insert into bans (phone_hash, phone_key, reason)
      select phone_hash, phone_key, 'test' from users where id = ${person.id}`);
    expect([await caseIds(), await tutorIds()]).toEqual([[], []]);
    expect((await call(undefined, `GET /api/common_info/parent_case/${id}`)).status).toBe(404);
    expect((await call(undefined, `GET /api/common_info/teacher_case/${listing}`)).status).toBe(404);
    await run(sql`update bans set lifted_at = now()`);
    expect([await caseIds(), await tutorIds()]).toEqual([[id], [listing]]);
  });

  test('keeps change rows for as long as a process may have missed them', async () => {
    await run(sql`insert into market_changes (kind, row_id, changed_at)
      values ('case', 1, now() - interval '3 days'), ('case', 2, now() - interval '1 day')`);
    const later = await openMarket(database, silentLog);
    await later.index.settled();
    await later.close();
    const { rows } = await run(sql`select row_id::int from market_changes where row_id < 3`);
    expect(rows).toEqual([{ row_id: 2 }]);
  });

  test('is the same in a process that starts later', async () => {
    for (let made = 0; made < 3; made++) await post(wholeCase);
    await market.index.settled();
    const later = await openMarket(database, silentLog);
    try {
      for (const given of [{}, { grade: '12' }, { sort: 'price_low' }])
        expect(await later.cases(query(given))).toEqual(await market.cases(query(given)));
    } finally {
      await later.close();
    }
  });
});
