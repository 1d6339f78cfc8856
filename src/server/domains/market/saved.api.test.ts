import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mostFoundADay, mostSaved, mostSearches } from '#shared/market.ts';
import type { Person } from '#tests/callers.ts';
import { silentLog } from '#tests/database.ts';
import { marketOf } from '#tests/market.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { marketData } from './personal-data.ts';
import { tellFoundJob } from './saved-searches.ts';

const market = marketOf(await serve());
const { call, database, query } = market;

type Row = { id: number; card: { id: number } | null };
const shown = async (person: Person, of: 'tutor' | 'case') => {
  const { data } = await call(person, `GET /api/users/saved_${of}`);
  expect(data.total).toBe(data.list.length);
  return data.list.map(({ id, card }: Row) => [id, card?.id ?? null]);
};

test('a heart is kept once, however often and at once it is tapped, and goes with one tap', async () => {
  const [family, one, other] = [await market.family(), await market.tutor(), await market.tutor()];
  const heart = (id: number) => call(family, `PUT /api/users/saved_tutor/${id}`);
  expect((await heart(one.listingId)).code).toBe(0);
  const taps = await Promise.all(Array.from({ length: 5 }, () => heart(other.listingId)));
  expect(taps.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
  expect(await shown(family, 'tutor')).toEqual([
    [other.listingId, other.listingId],
    [one.listingId, one.listingId],
  ]);
  expect((await call(family, 'GET /api/users/saved')).data).toEqual({
    tutors: [other.listingId, one.listingId],
    cases: [],
  });
  for (let time = 0; time < 2; time++)
    expect((await call(family, `DELETE /api/users/saved_tutor/${one.listingId}`)).code).toBe(0);
  expect(await shown(family, 'tutor')).toEqual([[other.listingId, other.listingId]]);
});

test('a tutor keeps cases; nobody else sees them, and a visitor keeps nothing', async () => {
  const [family, tutor] = [await market.family(), await market.tutor()];
  expect((await call(tutor, `PUT /api/users/saved_case/${family.caseId}`)).code).toBe(0);
  expect(await shown(tutor, 'case')).toEqual([[family.caseId, family.caseId]]);
  expect(await shown(family, 'case')).toEqual([]);
  expect((await call(undefined, `PUT /api/users/saved_case/${family.caseId}`)).status).toBe(401);
  expect((await call(undefined, 'GET /api/users/saved')).status).toBe(401);
});

test('what is no longer listed stays without its card, and cannot be kept anew', async () => {
  const [family, late, tutor] = [await market.family(), await market.family(), await market.tutor()];
  const heart = `PUT /api/users/saved_tutor/${tutor.listingId}`;
  await call(family, heart);
  await query('update tutor_listings set is_listed = false where id = $1', [tutor.listingId]);
  expect(await shown(family, 'tutor')).toEqual([[tutor.listingId, null]]);
  expect((await call(family, heart)).code).toBe(0);
  expect((await call(late, heart)).status).toBe(404);
  expect((await call(late, 'PUT /api/users/saved_tutor/999999999')).status).toBe(404);
  await query('delete from tutor_listings where id = $1', [tutor.listingId]);
  expect(await shown(family, 'tutor')).toEqual([]);
});

test('a block hides both from the hearts of the other', async () => {
  const [family, tutor] = [await market.family(), await market.tutor()];
  await call(family, `PUT /api/users/saved_tutor/${tutor.listingId}`);
  await call(tutor, 'POST /api/users/blocks', { place: 'case', place_id: family.caseId });
  expect(await shown(family, 'tutor')).toEqual([]);
  expect((await call(family, 'GET /api/users/saved')).data.tutors).toEqual([]);
  expect((await call(tutor, `PUT /api/users/saved_case/${family.caseId}`)).status).toBe(404);
});

test('a person keeps so many and no more, also when two taps come at once', async () => {
  const [family, one, other] = [await market.family(), await market.tutor(), await market.tutor()];
  await query(
    `insert into users (last_identity) select 2 from generate_series(1, ${mostSaved - 1});
     insert into tutor_listings overriding system value select (jsonb_populate_record(listing, jsonb_build_object('user_id', users.id,
       'id', listing.id + 1000000 + users.id))).* from tutor_listings listing, users
     where listing.id = ${one.listingId} and users.id > ${other.id};
     insert into saved_tutors (user_id, listing_id) select ${family.id}, id from tutor_listings
     where user_id > ${other.id}`,
  );
  const taps = await Promise.all(
    [one, other].map(({ listingId }) => call(family, `PUT /api/users/saved_tutor/${listingId}`)),
  );
  expect(taps.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(taps.find(({ status }) => status === 409)?.data).toMatchObject({ limit: mostSaved });
});

test('hearts are in the own data and are deleted with the account', async () => {
  const [family, tutor] = [await market.family(), await market.tutor()];
  await call(family, `PUT /api/users/saved_tutor/${tutor.listingId}`);
  const person = samplePerson(family.id);
  const own = await marketData.exportRows(database.db, person);
  expect(own).toMatchObject({ saved_tutors: [{ listing_id: expect.anything() }], saved_cases: [] });
  await database.transaction((tx) => marketData.forget(tx, person));
  const { rows } = await database.db.execute(sql`select from saved_tutors where user_id = ${family.id}`);
  expect(rows).toEqual([]);
});

describe('a search for cases that is kept', () => {
  const path = '/api/users/saved_searches';
  const keep = (person: Person, search: object) => call(person, `POST ${path}`, { search });
  const run = (caseId: number) =>
    tellFoundJob.run(
      { case: caseId },
      { database, log: silentLog, signal: new AbortController().signal, attempt: 1 },
    );
  const told = async ({ id }: { id: number }) =>
    (
      await query(`select params ->> 'case' as id from notices where user_id = $1 and kind = 'case_found'`, [
        id,
      ])
    ).map((row) => Number(row.id));

  test('tells its tutor once of a new case that it finds, and nobody else', async () => {
    const [tutor, other, family] = [await market.tutor(), await market.tutor(), await market.family()];
    const [found] = await query('select tutoring_region_id as region from cases where id = $1', [
      family.caseId,
    ]);
    await keep(tutor, { region: [found.region] });
    await keep(tutor, { region: [found.region], weekday: [] });
    await keep(tutor, {});
    await keep(other, { region: [found.region === 1 ? 2 : 1] });
    const { data } = await call(tutor, `GET ${path}`);
    expect(data).toMatchObject({ limit: mostSearches, list: [{ search: { region: [] } }, {}] });
    expect(data.list).toHaveLength(2);
    await run(family.caseId);
    await run(family.caseId);
    expect([await told(tutor), await told(other)]).toEqual([[family.caseId], []]);
    const { data: notices } = await call(tutor, 'GET /api/users/notices');
    expect(notices.list[0]).toMatchObject({ kind: 'case_found', path: `/case/${family.caseId}` });
  });

  test('says nothing of cases that pay too little, of blocked people, or once it is dropped', async () => {
    const family = await market.family();
    const [dear, cheap, blocked, gone] = [
      await market.tutor(),
      await market.tutor(),
      await market.tutor(),
      await market.tutor(),
    ];
    await query('update tutor_listings set price_min = 900, price_max = 900 where id = any($1)', [
      [dear.listingId, cheap.listingId],
    ]);
    await keep(dear, {});
    await keep(cheap, { below: true });
    await keep(blocked, {});
    await call(blocked, 'POST /api/users/blocks', { place: 'case', place_id: family.caseId });
    const { data } = await keep(gone, {});
    expect((await call(dear, `DELETE ${path}/${data.id}`)).code).toBe(1005);
    expect((await call(gone, `DELETE ${path}/${data.id}`)).code).toBe(0);
    await run(family.caseId);
    const all = [dear, cheap, blocked, gone];
    expect(await Promise.all(all.map(told))).toEqual([[], [family.caseId], [], []]);
  });

  test('comes a few times a day, is for tutors on show, has a limit, and goes with the account', async () => {
    const [tutor, family] = [await market.tutor(), await market.family()];
    expect((await keep(family, {})).code).not.toBe(0);
    await keep(tutor, {});
    await query(
      `insert into notices (user_id, kind, params)
       select $1, 'case_found', json_build_object('case', number, 'search', 1) from generate_series(1, $2::int) number`,
      [tutor.id, mostFoundADay],
    );
    await run(family.caseId);
    expect(await told(tutor)).not.toContain(family.caseId);
    const codes = [];
    for (let region = 1; region <= mostSearches; region++)
      codes.push((await keep(tutor, { region: [region] })).code);
    expect(codes.filter((code) => code !== 0)).toEqual([2008]);
    const person = samplePerson(tutor.id);
    expect((await marketData.exportRows(database.db, person)).saved_searches).toHaveLength(mostSearches);
    await database.transaction((tx) => marketData.forget(tx, person));
    expect((await marketData.exportRows(database.db, person)).saved_searches).toEqual([]);
  });
});
