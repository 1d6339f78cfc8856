import { describe, expect, test } from 'vitest';
import { ban } from '#server/domains/accounts/bans.ts';
import { deleteAccount } from '#server/domains/privacy/privacy.ts';
import { personalDomains } from '#server/wiring/personal-data.ts';
import { standingDesk } from '#server/wiring/standing.ts';
import { wholeCase } from '#tests/forms.ts';
import { type Family, marketOf, match, type Tutor } from '#tests/market.ts';
import { testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { interestData } from './personal-data.ts';

const market = marketOf(await serve());
const { call, family, tutor, apply, invite, accept, noticeKindsOf: toldTo, statusOf, query } = market;
const wednesday = { slots: [{ weekday: 3, start: '17:00' }] };

type Someone = Family | Tutor;
const read = (person: Someone, id: number) => call(person, `GET /api/users/matches/${id}`);
const trial = (person: Someone, id: number, passed: boolean) =>
  call(person, `PUT /api/users/matches/${id}/trial`, { passed });
const end = (person: Someone, id: number, body: object = {}) =>
  call(person, `PUT /api/users/matches/${id}/end`, body);
const contact = (person: Someone, id: number, agree: boolean) =>
  call(person, `PUT /api/users/matches/${id}/contact`, { agree });
const slotsOf = async ({ listingId }: Tutor) =>
  (await query('select from match_slots where listing_id = $1', [listingId])).length;

async function matched(offer: object = wednesday) {
  const [one, two] = [await family(), await tutor()];
  return { one, two, id: await match(market, one, two, offer) };
}
/** Without an agreed day, the family may decide on the trial after two weeks. */
const afterTwoWeeks = (id: number) =>
  query(`update matches set made_at = made_at - interval '15 days' where id = $1`, [id]);

describe('the trial lesson', () => {
  test('passed: the match goes on', async () => {
    const { one, two, id } = await matched();
    await afterTwoWeeks(id);
    expect(await trial(two, id, true)).toMatchObject({ status: 403, code: 3006 });
    expect((await trial(one, id, true)).data.status).toBe('going');
    expect((await trial(one, id, true)).data.status).toBe('going');
    expect(await trial(one, id, false)).toMatchObject({ status: 409, code: 2309 });
    expect(await toldTo(two)).toEqual(['match_made', 'trial_passed']);
    expect(await statusOf(one.caseId)).toBe(3);
  });

  test('failed: the case is put online again and the tutor’s times are freed, in one step', async () => {
    const { one, two, id } = await matched();
    await afterTwoWeeks(id);
    expect(await slotsOf(two)).toBe(1);
    expect((await trial(one, id, false)).data).toMatchObject({ status: 'failed', case: { status: 1 } });
    expect((await trial(one, id, false)).data.status).toBe('failed');
    expect(await trial(one, id, true)).toMatchObject({ code: 2309 });
    expect(await slotsOf(two)).toBe(0);
    expect(await toldTo(two)).toEqual(['match_made', 'trial_failed']);
    const listing = await call(two, 'GET /api/users/tutor_listing');
    expect(listing.data.listing.match_status).toBe(2);
    const next = await tutor();
    await match(market, one, next, wednesday);
    // Ending a match that is already over must not affect the new match.
    expect(await end(one, id, { relist: true })).toMatchObject({ code: 0, data: { status: 'failed' } });
    expect(await statusOf(one.caseId)).toBe(3);
  });
});

describe('ending a match', () => {
  test('either side can end it; the case ends with it', async () => {
    const { one, two, id } = await matched();
    expect(await end(two, id, { relist: true })).toMatchObject({ code: 3006 });
    expect((await end(two, id)).data).toMatchObject({ status: 'ended', case: { status: 4 } });
    expect((await end(two, id)).data.status).toBe('ended');
    expect(await slotsOf(two)).toBe(0);
    expect(await toldTo(one)).toEqual(['interest_applied', 'match_made', 'match_ended']);
    // The tutor left: the family puts the case online again in one step.
    expect((await end(one, id, { relist: true })).data.case.status).toBe(1);
  });

  test('the family can end it and put the case online again', async () => {
    const { one, id } = await matched();
    expect((await end(one, id, { relist: true })).data).toMatchObject({
      status: 'ended',
      case: { status: 1 },
    });
  });

  test('a case without children, or of an older match, cannot be put online again', async () => {
    const { one, id } = await matched();
    await afterTwoWeeks(id);
    await trial(one, id, false);
    const second = await match(market, one, await tutor());
    await end(one, second);
    expect(await end(one, id, { relist: true })).toMatchObject({ code: 2309 });
    const [child] = (await call(one, 'GET /api/users/children')).data.list;
    expect(await call(one, `DELETE /api/users/children/${child.id}`)).toMatchObject({ code: 0 });
    expect(await end(one, second, { relist: true })).toMatchObject({ code: 2201 });
  });

  test('a stranger can neither see nor end a match', async () => {
    const { id } = await matched();
    const stranger = await tutor();
    for (const answer of [
      await read(stranger, id),
      await end(stranger, id),
      await trial(stranger, id, true),
      await contact(stranger, id, true),
    ])
      expect(answer).toMatchObject({ status: 404, code: 1005 });
    expect((await call(stranger, 'GET /api/users/matches')).data.total).toBe(0);
  });
});

describe('contact details', () => {
  const digits = (mobile: string) => mobile.replace('+852', '');

  test('numbers are shown when both sides agreed, every reveal is recorded, and lists stay masked', async () => {
    const { one, two, id } = await matched();
    const childrenTold = async () => (await call(two, 'GET /api/users/classes')).data.list[0].children;
    expect(await childrenTold()).toEqual([]);
    expect((await contact(one, id, true)).data.contact).toMatchObject({
      i_agreed: true,
      other_agreed: false,
      mobile: expect.stringMatching(/^\+852 \d\d\*{4}\d\d$/),
      name: '',
    });
    expect((await read(two, id)).data.contact.mobile).toContain('****');
    expect((await contact(one, id, true)).code).toBe(0);
    expect(await toldTo(two)).toEqual(['match_made', 'contact_asked']);
    expect(await query('select from contact_reveals where match_id = $1', [id])).toEqual([]);

    expect((await contact(two, id, true)).data.contact).toEqual({
      i_agreed: true,
      other_agreed: true,
      mobile: `+852 ${digits(one.mobile)}`,
      name: '陳大文',
      children: expect.arrayContaining([expect.any(String)]),
    });
    expect((await read(one, id)).data.contact.mobile).toBe(`+852 ${digits(two.mobile)}`);
    expect(await toldTo(one)).toEqual(['interest_applied', 'match_made', 'contact_agreed']);
    // The class has the child's name from now on.
    expect(await childrenTold()).toEqual([expect.any(String)]);
    const reveals = await query(
      'select shown_to::int, number_of::int from contact_reveals where match_id = $1 order by id',
      [id],
    );
    expect(reveals).toEqual([
      { shown_to: two.id, number_of: one.id },
      { shown_to: one.id, number_of: two.id },
    ]);
    const { data } = await call(one, 'GET /api/users/matches');
    expect(data.list[0].contact).toMatchObject({ other_agreed: true, name: '陳大文', children: [] });
    expect(data.list[0].contact.mobile).toContain('****');
  });

  test('a tutor who shares contacts with a family has one name for it, in further applications too', async () => {
    const { one, two, id } = await matched();
    const posted = await call(one, 'POST /api/common_info/student_detailed_registration', wholeCase);
    const applied = await apply(two, { caseId: posted.data.id });
    const nameIn = async () =>
      (await call(one, `GET /api/users/interests/${applied.data.id}`)).data.tutor.display_name;
    expect(await nameIn()).toBe('陳');
    for (const person of [one, two]) await contact(person, id, true);
    expect(await nameIn()).toBe((await read(one, id)).data.tutor.display_name);
    expect([...(await nameIn())].length).toBeGreaterThan(1);
    await end(two, id);
    expect(await nameIn()).toBe('陳');
  });

  test('consent can be withdrawn until the other side has consented too', async () => {
    const { one, two, id } = await matched();
    await contact(one, id, true);
    expect((await contact(one, id, false)).data.contact.i_agreed).toBe(false);
    expect((await contact(two, id, true)).data.contact.mobile).toContain('****');
    await contact(one, id, true);
    expect(await contact(two, id, false)).toMatchObject({ status: 409, code: 2310 });
  });

  test('consent withdrawn while the other side consents: the number is never shown without consent', async () => {
    for (let round = 0; round < 5; round++) {
      const { one, two, id } = await matched({});
      await contact(one, id, true);
      const [back, yes] = await Promise.all([contact(one, id, false), contact(two, id, true)]);
      const shown = !yes.data.contact.mobile.includes('*');
      expect(shown).toBe(back.code === 2310);
    }
  });

  test('the number is masked again when the match ends', async () => {
    const { one, two, id } = await matched();
    await contact(one, id, true);
    await contact(two, id, true);
    await end(one, id);
    expect((await read(two, id)).data.contact.mobile).toContain('****');
    expect(await contact(two, id, true)).toMatchObject({ code: 2309 });
  });
});

describe('banned and deleted users', () => {
  const operator = async () => {
    const { id } = await family();
    await query('insert into operators (user_id) values ($1)', [id]);
    return id;
  };
  const banned = async (userId: number) => {
    const operatorId = await operator();
    await market.database.transaction((tx) =>
      standingDesk.ban(tx, testPhoneEncryption, {
        whom: { userId },
        cause: 'other',
        reason: 'x',
        operatorId,
      }),
    );
  };
  const deleted = (userId: number) =>
    market.database.transaction((tx) => deleteAccount(tx, testPhoneEncryption, personalDomains, userId));

  test.each([
    ['banned', banned],
    ['deleted', deleted],
  ])(
    '%s: their pending applications and invitations are closed, and no new ones are possible',
    async (_, leave) => {
      const [asking, asked, leaving, listed] = [await tutor(), await tutor(), await family(), await tutor()];
      await apply(asking, leaving);
      await invite(leaving, asked);
      const stayed = await family();
      const { data } = await apply(listed, stayed);
      await leave(leaving.id);
      await leave(listed.id);
      expect(await toldTo(asking)).toEqual(['interest_closed']);
      expect(await toldTo(asked)).toEqual(['interest_invited', 'interest_closed']);
      expect(await toldTo(stayed)).toEqual(['interest_applied', 'interest_closed']);
      expect(await apply(asking, leaving)).toMatchObject({ status: 404, code: 1005 });
      expect(await invite(stayed, listed)).toMatchObject({ status: 404, code: 1005 });
      expect([1005, 2304]).toContain((await accept(stayed, data.id)).code);
    },
  );

  test('a ban during an application either closes the application or refuses it', async () => {
    const operatorId = await operator();
    for (let round = 0; round < 5; round++) {
      const [asking, leaving] = [await tutor(), await family()];
      await Promise.all([
        apply(asking, leaving),
        market.database.transaction((tx) =>
          standingDesk.ban(tx, testPhoneEncryption, {
            whom: { userId: leaving.id },
            cause: 'other',
            reason: 'x',
            operatorId,
          }),
        ),
      ]);
      const open = await query(`select from interests where case_id = $1 and status = 'pending'`, [
        leaving.caseId,
      ]);
      expect(open).toEqual([]);
    }
  });

  test('a user who has just been banned cannot apply', async () => {
    const operatorId = await operator();
    const [asking, asked] = [await tutor(), await family()];
    await market.database.transaction((tx) =>
      ban(tx, testPhoneEncryption, { e164: asking.mobile, cause: 'other', reason: 'x', operatorId }),
    );
    // The session was checked before the ban.
    expect(await apply(asking, asked)).toMatchObject({ code: 3001 });
  });

  test('a deletion during a match: the match ends, the other side keeps the record, and the case can go online', async () => {
    const { one, two, id } = await matched();
    await deleted(two.id);
    const kept = await read(one, id);
    expect(kept.data).toMatchObject({ status: 'ended', listing_id: null, tutor: { display_name: '' } });
    expect(kept.data.contact).toMatchObject({ mobile: '', name: '' });
    expect(await toldTo(one)).toEqual(['interest_applied', 'match_made', 'match_ended']);
    expect((await end(one, id, { relist: true })).data.case.status).toBe(1);

    const other = await matched();
    await deleted(other.one.id);
    expect((await read(other.two, other.id)).data).toMatchObject({ status: 'ended', case: { status: 4 } });
    expect(await slotsOf(other.two)).toBe(0);
  });

  test('bans and deletions while a case is being matched cause no deadlock and leave nothing pending', {
    tags: ['whole'],
  }, async () => {
    const before = await query('select deadlocks from pg_stat_database where datname = current_database()');
    for (let round = 0; round < 5; round++) {
      const asked = await family();
      const [chosen, second, third, late] = [await tutor(), await tutor(), await tutor(), await tutor()];
      const { data } = await apply(chosen, asked);
      await apply(second, asked);
      await invite(asked, third);
      const [accepted] = await Promise.all([
        accept(asked, data.id),
        deleted(second.id),
        banned(third.id),
        apply(late, asked),
      ]);
      expect(accepted).toMatchObject({ code: 0 });
      const open = await query(`select from interests where case_id = $1 and status = 'pending'`, [
        asked.caseId,
      ]);
      expect(open).toEqual([]);
    }
    await query('select pg_stat_force_next_flush()');
    const after = await query('select deadlocks from pg_stat_database where datname = current_database()');
    expect(after).toEqual(before);
  });

  test('a family and a tutor with a pending application can delete their accounts at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await family(), await tutor()];
      await apply(two, one);
      await Promise.all([deleted(one.id), deleted(two.id)]);
    }
  });

  test('the export contains what the user requested, agreed to and revealed, and nothing about others', async () => {
    const { one, two, id } = await matched();
    await contact(one, id, true);
    await contact(two, id, true);
    const phone = { dialCode: '852', national: one.mobile.slice(4), e164: one.mobile };
    const rows = await interestData.exportRows(market.database.db, {
      userId: one.id,
      phone,
      phoneHashes: [],
      decrypt: testPhoneEncryption.decrypt,
    });
    expect(rows).toMatchObject({
      interests: [{ my_side: 'family', asked_by: 'tutor', status: 'accepted', price: 280 }],
      matches: [{ id, my_side: 'family', status: 'trial', i_agreed_to_contact_at: expect.anything() }],
      contact_reveals: [{ match_id: id, what: 'my number was shown' }],
    });
    expect(JSON.stringify(rows)).not.toContain(`:${two.id}`);
  });
});
